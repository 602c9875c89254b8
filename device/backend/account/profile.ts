/** The email address, the password and the facts of an account (product A3). */
import { fail, ok, type Result } from '#core/result.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import type { AccountApi, AccountFacts, AccountApiFailure, PasswordChange } from '#client/ports/account-api.ts';
import { isOutcomeUnknown, type AuthSettings, type SecondSteps } from '#client/ports/accounts.ts';
import { isFlag, isText, isWith } from '#device/shape.ts';
import { toEmptyAnswer } from '#device/backend/session/request-auth.ts';
import { callFunction, type RequestAsUser, type AccountApiParts } from './call-account.ts';
import { recordFlow } from '#device/backend/auth/auth-flows.ts';
import { readAuthSettings } from '#device/backend/auth/auth-settings.ts';
import { readFactors, readIdentities, readRecoveryCodesLeft } from '#device/backend/session/auth-user.ts';
import { storeUser } from '#device/backend/session/refresh-user.ts';

type ProfileApi = Pick<AccountApi, 'read' | 'changeEmail' | 'changePassword'>;

const hasEmail = isWith({ email: isText });
const hasNewEmail = isWith({ new_email: isText });

/** The new address that is not confirmed yet. */
const newEmailOf = (user: unknown): string | null =>
  hasNewEmail(user) && user.new_email !== '' ? user.new_email : null;

export function createProfileApi(parts: AccountApiParts, request: RequestAsUser): ProfileApi {
  const { store, flows, address, user: owner } = parts;
  const keep = (user: unknown): void => storeUser(store, user);
  return {
    read: createRead(parts, request, keep),
    async changeEmail(typed) {
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
      keep(result.value.user);
      const waiting = newEmailOf(result.value.user);
      // The address was changed immediately, so no email was sent.
      if (waiting === null) removeAll();
      return ok(waiting);
    },
    async changePassword(change) {
      const result = await request({ call: (client) => client.updateUser(toAttributes(change)) });
      if (result.ok) keep(result.value.user);
      // Only this change accepts an emailed code instead of a new sign-in.
      else if (result.failure.type === 'sign-in-needed') return askForProof(request);
      return result.ok ? ok(null) : result;
    },
  };
}

function createRead(parts: AccountApiParts, request: RequestAsUser, keep: (user: unknown) => void): ProfileApi['read'] {
  const readSecondSteps = createSecondSteps(request);
  return async () => {
    const reading = readAuthSettings(parts);
    const [result, settings, password, secondSteps] = await Promise.all([
      request({ call: (client) => client.getUser() }),
      reading,
      callFunction(parts, 'has_password'),
      reading.then(readSecondSteps),
    ]);
    if (!result.ok) return result;
    const { user } = result.value;
    keep(user);
    return ok({ ...toFacts(user, settings), hasPassword: toHasPassword(password, user), secondSteps });
  };
}

/** @returns the facts, except for those that other calls tell */
function toFacts(
  user: unknown,
  settings: Result<AuthSettings, unknown>,
): Omit<AccountFacts, 'hasPassword' | 'secondSteps'> {
  return {
    email: hasEmail(user) ? user.email : '',
    newEmail: newEmailOf(user),
    identities: readIdentities(user),
    factors: readFactors(user),
    recoveryCodesLeft: readRecoveryCodesLeft(user),
    passwords: !settings.ok || settings.value.passwords,
    removesPassword: settings.ok && settings.value.removesPassword,
    // Without an answer, offer no providers. Linked ones are part of the identities.
    providers: settings.ok ? settings.value.providers : [],
    passkeys: settings.ok ? settings.value.passkeys : 'no',
  };
}

/** Without our database function, an identity tells. An account of a provider that set a password has no such identity. */
const toHasPassword = (told: Result<unknown, unknown>, user: unknown): boolean =>
  told.ok && isFlag(told.value) ? told.value : readIdentities(user).some(({ provider }) => provider === 'email');

/**
 * Hosted Supabase does not list the second steps in its settings. A phone without a number is always refused, and the
 * reason tells whether phones are on, which is off by default. For authenticator apps, on by default, there is no such
 * question.
 */
function createSecondSteps(request: RequestAsUser): (settings: Result<AuthSettings, unknown>) => Promise<SecondSteps> {
  let asking: Promise<boolean> | null = null;
  const ask = async (): Promise<boolean> => {
    const refused = await request({ call: (client) => client.mfa.enroll({ factorType: 'phone', phone: '' }) });
    return refused.ok || refused.failure.type !== 'not-offered';
  };
  return async (settings) => {
    const told = settings.ok ? settings.value.secondSteps : null;
    return told ?? { app: true, phone: await (asking ??= ask()) };
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
