/** Which passwords are accepted as new ones. */
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

/** The hosted service's limit, in bytes: a password must work on both. */
const MAX_BYTES = 72;

/** Takes a new password and the least number of characters. */
export function checkNewPassword(password: string, minLength: number): Result<null, AuthFailure> {
  if (Buffer.byteLength(password) > MAX_BYTES) return fail('long-password');
  if (!isShorter(password, minLength)) return { ok: true, value: null };
  const { message, reasons } = describeWeakness(minLength);
  return fail('weak-password', { message, reasons });
}

/** What a session says when the password that opened it would not be accepted today. */
export function readWeakness(password: string, minLength: number): Weakness | undefined {
  return isShorter(password, minLength) ? describeWeakness(minLength) : undefined;
}

export type Weakness = { readonly message: string; readonly reasons: readonly string[] };

function describeWeakness(minLength: number): Weakness {
  return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
}

/** Counted as code points: whoever types one emoji has typed one character. */
function isShorter(password: string, minLength: number): boolean {
  return Array.from(password).length < minLength;
}
