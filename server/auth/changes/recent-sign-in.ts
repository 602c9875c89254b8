/** Whether somebody signed in so short a while ago that the ways into the account may be changed. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { proofOf } from '#server/auth/factors/factors.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';

/**
 * Only a sign-in counts, never a second step: whoever has stolen a session could set up one of their own and show it.
 * Whoever came by a mailed link has until such a link would run out, at least: it may be a recovery.
 */
export function isRecent({ settings, now }: AuthBase, { amr }: Pick<Session, 'amr'>): boolean {
  const { recentSignIn, oneTimeTokenLifetime } = settings;
  if (recentSignIn === 0) return true;
  const signIns = amr.filter(({ method }) => !SECOND_STEPS.has(method));
  const latest = Math.max(0, ...signIns.map(({ timestamp }) => timestamp));
  const byLink = signIns.some(({ method }) => method === 'recovery' || method === 'otp');
  const span = byLink ? Math.max(recentSignIn, oneTimeTokenLifetime) : recentSignIn;
  return now().getTime() / 1000 - latest <= span;
}

const SECOND_STEPS: ReadonlySet<string> = new Set(Object.values(proofOf));

/**
 * For whatever adds a way in, such as a passkey: with a session that somebody left open, a stranger must not be able to
 * stay for good. Stricter than the hosted service, which asks for this only before a new password.
 */
export function requireRecentSignIn(auth: AuthBase, session: Pick<Session, 'amr'>): Result<null, AuthFailure> {
  return isRecent(auth, session)
    ? { ok: true, value: null }
    : fail('reauthentication-needed', { message: 'Please sign in again before you add a way to sign in' });
}
