/** What must hold before a password is replaced. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { forgetSubject, limitSubject } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import { isRecent } from './recent-sign-in.ts';
import { checkCode } from './reauthentication.ts';
import type { ShownCode } from './reauthentication.ts';

export type PasswordWish = {
  readonly password: string;
  /** '' where it was not shown. */
  readonly currentPassword: string;
  /** The mailed code; '' where none was shown. */
  readonly nonce: string;
};

export type NewPassword = {
  readonly hash: string;
  /** To be used up with the change. */
  readonly code: ShownCode | null;
};

/**
 * Fails where the password is too weak or the same as before, and where the session is too old to change it without the
 * present password or a mailed code. A present password that is shown must be right, whether it was needed or not.
 */
export async function preparePassword(
  auth: AuthBase,
  signedIn: SignedIn,
  wish: PasswordWish,
): Promise<Result<NewPassword, AuthFailure>> {
  const accepted = checkNewPassword(wish.password, auth.settings.minPasswordLength);
  if (!accepted.ok) return accepted;
  const code = await checkProof(auth, signedIn, wish);
  if (!code.ok) return code;
  // Only now: before the proof, the answer would tell a thief of the session whether a guess is right.
  const { matches } = await auth.passwords.check(wish.password, signedIn.user.passwordHash);
  if (matches) return fail('same-password');
  return { ok: true, value: { hash: await auth.passwords.hash(wish.password), code: code.value } };
}

async function checkProof(
  auth: AuthBase,
  signedIn: SignedIn,
  wish: PasswordWish,
): Promise<Result<ShownCode | null, AuthFailure>> {
  if (wish.currentPassword !== '') {
    const checked = await checkCurrent(auth, signedIn, wish.currentPassword);
    return checked.ok ? { ok: true, value: null } : checked;
  }
  if (isRecent(auth, signedIn.session)) return { ok: true, value: null };
  return wish.nonce === '' ? fail('reauthentication-needed') : checkCode(auth, signedIn.user.id, wish.nonce);
}

/**
 * Wrong ones are counted like those of sign-ins, so that a stolen session is no quicker way to guess; but by the session, so
 * that whoever has stolen one cannot keep the owner from signing in.
 */
async function checkCurrent(
  auth: AuthBase,
  { user, session }: SignedIn,
  password: string,
): Promise<Result<null, AuthFailure>> {
  const subject = `session ${session.id}`;
  const limited = await limitSubject(auth, 'passwordByAccount', subject);
  if (!limited.ok) return limited;
  if (!(await auth.passwords.check(password, user.passwordHash)).matches) return fail('invalid-credentials');
  await forgetSubject(auth, 'passwordByAccount', subject);
  return { ok: true, value: null };
}
