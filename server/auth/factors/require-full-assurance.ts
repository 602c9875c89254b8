/** Whether a session has shown all that its user set up. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import type { Result } from '#server/result.ts';
import { hasVerifiedFactor } from './factors.ts';

/**
 * Refuses a session of level aal1 where the user has a second step that works. For whatever a stolen password must not be
 * enough for, such as another address or password (GoTrue, user.go: `insufficient_aal`).
 */
export async function requireFullAssurance(
  { sql }: AuthBase,
  { user, session }: SignedIn,
): Promise<Result<null, AuthFailure>> {
  if (isFullyAssured(session.aal)) return { ok: true, value: null };
  return (await hasVerifiedFactor(sql, user.id)) ? fail('insufficient-aal') : { ok: true, value: null };
}

/** Whether a second step was shown in the session. */
export const isFullyAssured = (aal: string): boolean => aal === 'aal2';
