/** The account API on the auth library and the database functions: facts, and features with a file each (spec section 7, product A3). */
import { ok, type Result } from '#core/result.ts';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import { createSessionsApi } from './sessions.ts';
import { readActivity } from './activity.ts';
import { type AccountApiParts, callFunction, createRequestAsUser, type RequestAsUser } from './call-account.ts';
import { createChangeEmail } from './change-email.ts';
import { createChangePassword } from './change-password.ts';
import { createIdentitiesApi } from './identities.ts';
import { createPasskeysApi } from './passkeys.ts';
import { downloadData } from './download-data.ts';
import { createTwoStep } from './two-step.ts';
import type { AuthSettings, SecondSteps } from '#client/ports/accounts.ts';
import { isFlag, isText, isWith } from '#device/shape.ts';
import { readAuthSettings } from '#device/backend/auth/auth-settings.ts';
import {
  readFactors,
  readIdentities,
  readNewEmail,
  readRecoveryCodesLeft,
} from '#device/backend/session/stored-session.ts';
import { storeUser } from '#device/backend/session/session-store.ts';

/** Creates the account API of the signed-in user. Its calls return failures and do not throw. */
export function createAccountApi(parts: AccountApiParts): AccountApi {
  const { store, user, deletions } = parts;
  const request = createRequestAsUser(parts);
  return {
    read: createReadFacts(parts, request),
    changeEmail: createChangeEmail(parts, request),
    changePassword: createChangePassword(parts, request),
    ...createTwoStep(parts, request),
    ...createIdentitiesApi(parts, request),
    ...createPasskeysApi(request),
    ...createSessionsApi(parts, request),
    activity: () => readActivity(parts),
    downloadData: (writeListFile) => downloadData(parts, request, writeListFile),
    async deleteAccount(typedEmail, keepsList) {
      const result = await deletions.run(user.id, keepsList, () =>
        callFunction(parts, 'delete_account', { confirmation: typedEmail }),
      );
      if (!result.ok) return result;
      // The backend deleted the session with the account, so a logout call would fail.
      if (store.read()?.user.id === user.id) store.write(null);
      return ok(null);
    },
    onChange: (listener) =>
      store.onEvent((event) => {
        if (event === 'user-updated' || event === 'code-verified') listener();
      }),
  };
}

/** Reads the facts of an account: its address, sign-in methods and second steps, and what the backend offers. */
function createReadFacts(parts: AccountApiParts, request: RequestAsUser): AccountApi['read'] {
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
    storeUser(parts.store, user);
    return ok({ ...toFacts(user, settings), hasPassword: toHasPassword(password, user), secondSteps });
  };
}

const hasEmail = isWith({ email: isText });

/** @returns the facts, except for those that other calls tell */
function toFacts(
  user: unknown,
  settings: Result<AuthSettings, unknown>,
): Omit<AccountFacts, 'hasPassword' | 'secondSteps'> {
  return {
    email: hasEmail(user) ? user.email : '',
    newEmail: readNewEmail(user),
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
