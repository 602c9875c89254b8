/** Validates the changes that users request for their own account. Nothing is written yet. */
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { isRecent, requireAssurance } from '#server/auth/factors/require-assurance.ts';
import { parseChallenge } from '#server/auth/links/pkce/pkce.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitPassword, resetPasswordLimit } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Result } from '#server/result.ts';
import { checkAddress } from './change-address.ts';
import type { AddressChangeRequest } from './change-address.ts';
import { checkCode } from './reauthentication.ts';
import type { PresentedCode } from './reauthentication.ts';

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
  readonly address: AddressChangeRequest | null;
  /** Whether the request names the current address, which cancels a pending change. */
  readonly keepsAddress: boolean;
  readonly data: Metadata;
};

/**
 * Changing the address or password requires the second factor if there is one. Expensive checks come last, and the
 * email limit comes at the very end.
 */
export async function prepareChanges(
  auth: AuthContext,
  signedIn: SignedIn,
  request: ChangeRequest,
): Promise<Result<Changes, AuthFailure>> {
  const named = parseAddress(signedIn, request);
  if (!named.ok) return named;
  const { address } = named.value;
  const passwordChange = readPasswordChange(request);
  const isGuarded = address !== null || passwordChange !== null;
  const assured = isGuarded ? await requireAssurance(auth, signedIn) : NOTHING;
  if (!assured.ok) return assured;
  const password = await prepareNewPassword(auth, signedIn, passwordChange);
  if (!password.ok) return password;
  const free = address === null ? NOTHING : await prepareAddress(auth, signedIn, address);
  return free.ok ? { ok: true, value: { ...named.value, password: password.value, data: request.body.data } } : free;
}

const NOTHING = { ok: true, value: null } as const;

/** Without a confirmation by the current address, an open session would be enough to take over the account. */
async function prepareAddress(
  auth: AuthContext,
  { user, session }: SignedIn,
  address: AddressChangeRequest,
): Promise<Result<null, AuthFailure>> {
  if (auth.settings.confirmsBothAddresses || isRecent(auth, session)) return checkAddress(auth, user, address);
  return fail('reauthentication-needed', { message: 'Please sign in again before you change your email address' });
}

async function prepareNewPassword(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest | null,
): Promise<Result<NewPassword | null, AuthFailure>> {
  return request === null ? NOTHING : preparePassword(auth, signedIn, request);
}

function readPasswordChange({ body }: ChangeRequest): PasswordChangeRequest | null {
  const { password, current_password: currentPassword, nonce } = body;
  return password === undefined || password === null ? null : { password, currentPassword, nonce };
}

function parseAddress(
  { user }: SignedIn,
  { body, redirectTo }: ChangeRequest,
): Result<Pick<Changes, 'address' | 'keepsAddress'>, AuthFailure> {
  if (body.phone !== '') return fail('validation-failed', { message: 'A phone number cannot be added' });
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  if (!challenge.ok) return challenge;
  if (body.email === '') return { ok: true, value: { address: null, keepsAddress: false } };
  const newEmail = parseEmailAddress(body.email);
  if (newEmail === undefined) return fail('invalid-email');
  if (newEmail === user.email) return { ok: true, value: { address: null, keepsAddress: true } };
  const address = { newEmail, challenge: challenge.value, redirectTo };
  return { ok: true, value: { address, keepsAddress: false } };
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
async function preparePassword(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Promise<Result<NewPassword, AuthFailure>> {
  const accepted = await checkNewPassword(auth, request.password);
  if (!accepted.ok) return accepted;
  const code = await checkProof(auth, signedIn, request);
  if (!code.ok) return code;
  // Checked last: before the proof, the response would tell an attacker with a stolen session whether a guess is right.
  const { matches } = await auth.passwords.check(request.password, signedIn.user.passwordHash);
  if (matches) return fail('same-password');
  return { ok: true, value: { hash: await auth.passwords.hash(request.password), code: code.value } };
}

async function checkProof(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Promise<Result<PresentedCode | null, AuthFailure>> {
  if (request.currentPassword !== '') {
    const checked = await checkCurrent(auth, signedIn, request.currentPassword);
    return checked.ok ? { ok: true, value: null } : checked;
  }
  if (isRecent(auth, signedIn.session)) return { ok: true, value: null };
  return request.nonce === '' ? fail('reauthentication-needed') : checkCode(auth, signedIn.user.id, request.nonce);
}

/**
 * Wrong passwords are limited like in sign-ins, so that a stolen session is no faster way to guess. They are counted by
 * session, so that an attacker with a stolen one cannot lock out the owner.
 */
async function checkCurrent(
  auth: AuthContext,
  { user, session }: SignedIn,
  password: string,
): Promise<Result<null, AuthFailure>> {
  const subject = `session ${session.id}`;
  const limited = await limitPassword(auth, subject);
  if (!limited.ok) return limited;
  if (!(await auth.passwords.check(password, user.passwordHash)).matches) return fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
  return { ok: true, value: null };
}
