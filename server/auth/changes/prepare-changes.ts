/** Validates the changes that users request for their own account. Nothing is written yet. */
import * as v from 'valibot';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import { parseEmailAddress, type Metadata } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { isRecent, requireAssurance } from '#server/auth/factors/assurance.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import { limitPassword, resetPasswordLimit } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import { fail, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { checkAddress, type EmailChangeRequest } from './change-email.ts';
import { checkCode, type PresentedCode } from './reauthentication.ts';

/** The body of PUT /user that auth-js sends. */
export const changesSchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalRecord,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

type ChangeRequest = { readonly body: v.InferOutput<typeof changesSchema>; readonly redirectTo: string };

export type Changes = {
  readonly password: NewPassword | null;
  readonly address: EmailChangeRequest | null;
  /** Whether the request names the current address, which cancels a pending change. */
  readonly keepsAddress: boolean;
  readonly data: Metadata;
};

/**
 * Changing the address or password requires the second factor if there is one. Expensive checks come last, and the
 * email limit comes at the very end.
 */
export async function* prepareChanges(auth: AuthContext, signedIn: SignedIn, request: ChangeRequest): Steps<Changes> {
  const named = yield* parseAddress(signedIn, request);
  const { address } = named;
  const passwordChange = readPasswordChange(request);
  if (passwordChange !== null && !auth.settings.passwords) return yield* fail('password-logins-disabled');
  if (address !== null || passwordChange !== null) yield* requireAssurance(auth, signedIn);
  const password = passwordChange === null ? null : yield* preparePassword(auth, signedIn, passwordChange);
  if (address !== null) yield* prepareAddress(auth, signedIn, address);
  return { ...named, password, data: request.body.data };
}

/** Without a confirmation by the current address, an open session would be enough to take over the account. */
async function* prepareAddress(
  auth: AuthContext,
  { user, session }: SignedIn,
  address: EmailChangeRequest,
): Steps<void> {
  if (!auth.settings.confirmsBothAddresses && !isRecent(auth, session)) {
    yield* fail('reauthentication-needed', { message: 'Sign in again before you change your email address' });
  }
  yield* checkAddress(auth, user, address);
}

function readPasswordChange({ body }: ChangeRequest): PasswordChangeRequest | null {
  const { password, current_password: currentPassword, nonce } = body;
  return password === undefined || password === null ? null : { password, currentPassword, nonce };
}

function* parseAddress(
  { user }: SignedIn,
  { body, redirectTo }: ChangeRequest,
): Checks<Pick<Changes, 'address' | 'keepsAddress'>> {
  if (body.phone !== '') return yield* fail('validation-failed', { message: 'A phone number cannot be added' });
  const challenge = yield* parseChallenge(body.code_challenge, body.code_challenge_method);
  if (body.email === '') return { address: null, keepsAddress: false };
  const newEmail = parseEmailAddress(body.email);
  if (newEmail === undefined) return yield* fail('invalid-email');
  if (newEmail === user.email) return { address: null, keepsAddress: true };
  const address = { newEmail, challenge, redirectTo };
  return { address, keepsAddress: false };
}

type PasswordChangeRequest = {
  readonly password: string;
  /** Empty if it was not sent. */
  readonly currentPassword: string;
  /** The emailed code. Empty if none was sent. */
  readonly nonce: string;
};

type NewPassword = {
  readonly hash: string;
  /** Consumed together with the change. */
  readonly code: PresentedCode | null;
};

/**
 * Checks and hashes a new password. Fails if it is too weak or unchanged, and if the sign-in is too old to change it
 * without the current password or an emailed code. If the current password was sent it must be correct, even if it was
 * not needed.
 */
async function* preparePassword(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Steps<NewPassword> {
  yield* checkNewPassword(auth, request.password);
  const code = yield* checkProof(auth, signedIn, request);
  // Checked last: before the proof, the response would tell an attacker with a stolen session whether a guess is right.
  const { matches } = await auth.passwords.check(request.password, signedIn.user.passwordHash);
  if (matches) return yield* fail('same-password');
  return { hash: await auth.passwords.hash(request.password), code };
}

async function* checkProof(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Steps<PresentedCode | null> {
  if (request.currentPassword !== '') {
    yield* checkCurrent(auth, signedIn, request.currentPassword);
    return null;
  }
  if (isRecent(auth, signedIn.session)) return null;
  return yield* request.nonce === ''
    ? fail('reauthentication-needed')
    : checkCode(auth, signedIn.user.id, request.nonce);
}

/**
 * Wrong passwords are limited like in sign-ins, so that a stolen session is no faster way to guess. They are counted by
 * session, so that an attacker with a stolen one cannot lock out the owner.
 */
async function* checkCurrent(auth: AuthContext, { user, session }: SignedIn, password: string): Steps<void> {
  const subject = `session ${session.id}`;
  yield* limitPassword(auth, subject);
  if (!(await auth.passwords.check(password, user.passwordHash)).matches) yield* fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
}
