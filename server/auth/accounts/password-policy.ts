/** The policy for new passwords. */
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

/** The limit of hosted Supabase, in bytes. A password has to work on both. */
const MAX_BYTES = 72;

/**
 * Checks a new password.
 * @param minLength the minimum number of characters
 */
export function checkNewPassword(password: string, minLength: number): Result<null, AuthFailure> {
  if (Buffer.byteLength(password) > MAX_BYTES) return fail('long-password');
  if (!isShorter(password, minLength)) return { ok: true, value: null };
  const { message, reasons } = describeWeakness(minLength);
  return fail('weak-password', { message, reasons });
}

/** Returns the warning for a sign-in whose password would no longer be accepted. */
export function readWeakness(password: string, minLength: number): Weakness | undefined {
  return isShorter(password, minLength) ? describeWeakness(minLength) : undefined;
}

export type Weakness = { readonly message: string; readonly reasons: readonly string[] };

function describeWeakness(minLength: number): Weakness {
  return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
}

/** Counts code points, so that an emoji is one character. */
function isShorter(password: string, minLength: number): boolean {
  return Array.from(password).length < minLength;
}
