/** Reads the facts of an account: its address, sign-in methods and second steps, and what the backend offers (product A3). */
import { ok, type Result } from '#core/result.ts';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import type { AuthSettings, SecondSteps } from '#client/ports/accounts.ts';
import { isFlag, isText, isWith } from '#device/shape.ts';
import { readAuthSettings } from '#device/backend/auth/auth-settings.ts';
import { readFactors, readIdentities, readNewEmail, readRecoveryCodesLeft } from '#device/backend/session/auth-user.ts';
import { storeUser } from '#device/backend/session/refresh-user.ts';
import { callFunction, type AccountApiParts, type RequestAsUser } from './call-account.ts';

export function createReadFacts(parts: AccountApiParts, request: RequestAsUser): AccountApi['read'] {
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
