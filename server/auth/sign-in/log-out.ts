/** POST /logout: ends this session, the user's other sessions, or all of them. */
import { isAal2, lockUserSession } from '#server/auth/factors/assurance.ts';
import { hasVerifiedFactor } from '#server/auth/factors/factors.ts';
import { revokePendingFlows } from '#server/auth/links/claim-account.ts';
import { defineRoute, noBody } from '#server/auth/requests/route.ts';
import { fail, runSteps, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { signedInUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions, endSession } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';

export const logOut = defineRoute({
  method: 'POST',
  path: '/logout',
  limit: 'otherByAddress',
  caller: signedInUser,
  body: noBody,
  async *work(auth, { c, caller }) {
    const text = c.req.query('scope') ?? '';
    const scope = scopes.get(text);
    if (scope === undefined)
      return yield* fail('validation-failed', { message: `Unsupported logout scope ${JSON.stringify(text)}` });
    yield* inTransaction(auth.sql, (tx) => endInTransaction(tx, caller, scope));
    return c.body(null, 204);
  },
});

/**
 * Locks the user first, in the same order as requests that open or elevate sessions, to avoid deadlocks. Ending other
 * sessions also cancels what they started: pending authorization codes and changes of address. It requires the second
 * step where there is one, so that a stolen password is not enough to sign out the owner's devices.
 */
async function* endInTransaction(tx: TransactionSql, signedIn: SignedIn, scope: Scope): Steps<void> {
  const { user, session } = signedIn;
  // The session may have ended meanwhile. The user still wants the others to end.
  const locked = await runSteps(lockUserSession(tx, signedIn));
  const { aal } = locked.ok ? locked.value : session;
  const isWeak = !isAal2(aal) && (await hasVerifiedFactor(tx, user.id));
  if (isWeak && scope !== 'local') yield* fail('sign-out-needs-aal2');
  if (scope === 'local') await endSession(tx, session.id);
  else {
    const exceptId = scope === 'others' ? session.id : null;
    await endOwnSessions(tx, { userId: user.id, exceptId, reason: 'logged-out' });
    await revokePendingFlows(tx, user.id);
  }
}

type Scope = 'global' | 'local' | 'others';

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['', 'global'],
  ['global', 'global'],
  ['local', 'local'],
  ['others', 'others'],
]);
