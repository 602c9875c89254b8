/** How the user of an account signs in: the email address, the password, linked providers and passkeys (product A3). */
import { fail, ok, type Result } from '#core/result.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import type { AccountApi, AccountApiFailure, Passkey, PasswordChange } from '#client/ports/account-api.ts';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import { recordFlow } from '#device/backend/auth/auth-flows.ts';
import { readNewEmail } from '#device/backend/session/stored-session.ts';
import { storeUser } from '#device/backend/session/session-store.ts';
import type { AccountApiParts, RequestAsUser } from './call-account.ts';
import { toEmptyAnswer, toProvider } from '#device/backend/session/request-auth.ts';

export function createChangeEmail(
  { store, flows, address, user: owner }: AccountApiParts,
  request: RequestAsUser,
): AccountApi['changeEmail'] {
  return async (typed) => {
    const email = normalizeEmail(typed);
    const { verifiers, removeAll } = recordFlow(flows, { purpose: 'email-change', userId: owner.id });
    const result = await request({
      verifiers,
      call: (client) => client.updateUser({ email }, { emailRedirectTo: address }),
    });
    if (!result.ok) {
      // If only the answer was lost, the emails may have been sent.
      if (!isOutcomeUnknown(result.failure)) removeAll();
      return result;
    }
    storeUser(store, result.value.user);
    const waiting = readNewEmail(result.value.user);
    // The address was changed immediately, so no email was sent.
    if (waiting === null) removeAll();
    return ok(waiting);
  };
}

/** With the current password, or with an emailed code if the sign-in is too old. */
export function createChangePassword(
  { store }: Pick<AccountApiParts, 'store'>,
  request: RequestAsUser,
): AccountApi['changePassword'] {
  return async (change) => {
    const result = await request({ call: (client) => client.updateUser(toAttributes(change)) });
    if (result.ok) storeUser(store, result.value.user);
    // Only this change accepts an emailed code instead of a new sign-in.
    else if (result.failure.type === 'sign-in-needed') return askForProof(request);
    return result.ok ? ok(null) : result;
  };
}

/** Omit empty fields, because the backend would read them as values. */
const toAttributes = ({ current, next, proof }: PasswordChange) => ({
  password: next,
  ...(current === '' ? {} : { current_password: current }),
  ...(proof === '' ? {} : { nonce: proof.trim() }),
});

/** Requests an emailed code. After the rate limit, the code of the previous email is still valid. */
async function askForProof(request: RequestAsUser): Promise<Result<null, AccountApiFailure>> {
  const mailed = await request({
    call: async (client) => {
      const { error } = await client.reauthenticate();
      return toEmptyAnswer({ error: error?.code === 'over_email_send_rate_limit' ? null : error });
    },
  });
  return mailed.ok ? fail({ type: 'proof-needed' }) : mailed;
}

type IdentitiesApi = Pick<AccountApi, 'link' | 'unlink'>;

export function createIdentitiesApi({ flows, address, user }: AccountApiParts, request: RequestAsUser): IdentitiesApi {
  return {
    async link(name) {
      const scopes = SCOPES.get(name) ?? 'email';
      const options = { redirectTo: address, scopes, skipBrowserRedirect: true };
      const { verifiers, removeAll } = recordFlow(flows, { purpose: 'link', userId: user.id, provider: name });
      const result = await request({
        verifiers,
        call: (client) => client.linkIdentity({ provider: toProvider(name), options }),
      });
      const way = result.ok ? result.value.url : '';
      // The browser opens this URL, so accept no other scheme.
      if (/^https?:\/\//iu.test(way)) return ok(way);
      removeAll();
      return result.ok ? fail({ type: 'not-offered' }) : result;
    },
    async unlink(identityId) {
      const result = await request({
        // The library requires a whole identity but sends only this field.
        call: (client) => client.unlinkIdentity({ ...NO_IDENTITY, identity_id: identityId }),
      });
      return result.ok ? ok(null) : result;
    },
  };
}

/** The scopes for reading the email address; OpenID's `email` for all other providers. No other scope is requested. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['github', 'user:email'],
  ['gitlab', 'read_user'],
  ['spotify', 'user-read-email'],
  ['twitch', 'user:read:email'],
]);

const NO_IDENTITY = { id: '', user_id: '', identity_id: '', provider: '' };

type PasskeysApi = Pick<AccountApi, 'passkeys' | 'addPasskey' | 'removePasskey'>;

export function createPasskeysApi(request: RequestAsUser): PasskeysApi {
  return {
    async passkeys() {
      const result = await request({ call: (client) => client.passkey.list() });
      return result.ok ? ok(result.value.map(toPasskey)) : result;
    },
    async addPasskey() {
      const result = await request({ call: (client) => client.registerPasskey() });
      return result.ok ? ok(toPasskey(result.value)) : result;
    },
    async removePasskey(passkeyId) {
      const result = await request({
        call: async (client) => toEmptyAnswer(await client.passkey.delete({ passkeyId })),
      });
      return result.ok ? ok(null) : result;
    },
  };
}

/** Converts the backend's passkey. */
const toPasskey = (passkey: {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
}): Passkey => ({ id: passkey.id, name: passkey.friendly_name ?? '', createdAt: passkey.created_at });
