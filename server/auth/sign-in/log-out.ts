/** POST /logout: ends this session, the user's other sessions, or all of them. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { hasVerifiedFactor } from '#server/auth/factors/factors.ts';
import { isAal2, lockUserSession } from '#server/auth/factors/require-assurance.ts';
import { revokePendingFlows } from '#server/auth/links/revoke-pending-flows.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions, endSession } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

export async function logOut(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const text = c.req.query('scope') ?? '';
  const scope = scopes.get(text);
  if (scope === undefined)
    return fail('validation-failed', { message: `Unsupported logout scope ${JSON.stringify(text)}` });
  const ended = await auth.sql.begin((tx) => endInTransaction(tx, signedIn.value, scope));
  return ended.ok ? { ok: true, value: c.body(null, 204) } : ended;
}

/**
 * Locks the user first, in the same order as requests that open or elevate sessions, to avoid deadlocks. Ending other
 * sessions also cancels what they started: pending authorization codes and changes of address. It requires the second
 * step where there is one, so that a stolen password is not enough to sign out the owner's devices.
 */
async function endInTransaction(
  tx: TransactionSql,
  signedIn: SignedIn,
  scope: Scope,
): Promise<Result<null, AuthFailure>> {
  const { user, session } = signedIn;
  // The session may have ended meanwhile. The user still wants the others to end.
  const locked = await lockUserSession(tx, signedIn);
  const { aal } = locked.ok ? locked.value : session;
  const isWeak = !isAal2(aal) && (await hasVerifiedFactor(tx, user.id));
  if (isWeak && scope !== 'local') return fail('sign-out-needs-aal2');
  if (scope === 'local') await endSession(tx, session.id);
  else {
    const exceptId = scope === 'others' ? session.id : null;
    await endOwnSessions(tx, { userId: user.id, exceptId, reason: 'logged-out' });
    await revokePendingFlows(tx, user.id);
  }
  return { ok: true, value: null };
}

type Scope = 'global' | 'local' | 'others';

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['', 'global'],
  ['global', 'global'],
  ['local', 'local'],
  ['others', 'others'],
]);
