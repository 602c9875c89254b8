/** The policy for new passwords. */
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';

/** The limit of hosted Supabase, in bytes. A password has to work on both. */
const MAX_BYTES = 72;

type Policy = Pick<AuthContext, 'settings' | 'passwords'>;

/** Checks the length of a new password, and that it is not a common one. */
export async function* checkNewPassword(auth: Policy, password: string): Steps<void> {
  if (Buffer.byteLength(password) > MAX_BYTES) yield* fail('long-password');
  const weakness = await findWeakness(auth, password);
  if (weakness !== undefined) yield* fail('weak-password', weakness);
}

/** The message for the user, and the reasons as auth-js names them. */
export type Weakness = { readonly message: string; readonly reasons: readonly ('length' | 'pwned')[] };

/**
 * Returns why a password is not accepted, or undefined if it is. A sign-in with such an older password succeeds with a
 * warning.
 */
export async function findWeakness({ settings, passwords }: Policy, password: string): Promise<Weakness | undefined> {
  const { minPasswordLength } = settings;
  if (isShorter(password, minPasswordLength)) {
    return { message: `Password should be at least ${minPasswordLength} characters.`, reasons: ['length'] };
  }
  return (await passwords.isCommon(password)) ? { message: TOO_COMMON, reasons: ['pwned'] } : undefined;
}

const TOO_COMMON = 'This password is one of the most common ones and easy to guess. Choose a different one.';

/** Counts code points, so that an emoji is one character. */
function isShorter(password: string, minLength: number): boolean {
  return Array.from(password).length < minLength;
}
