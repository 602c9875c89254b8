/** POST /logout: ends this session, the user's others, or all of them. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { endSessions } from '#server/auth/sessions/sessions.ts';
import type { Scope } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

export async function logOut(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const text = c.req.query('scope') ?? '';
  const scope = scopes.get(text);
  if (scope === undefined)
    return fail('validation-failed', { message: `Unsupported logout scope ${JSON.stringify(text)}` });
  await auth.sql.begin((tx) => endInTransaction(tx, signedIn.value, scope));
  return { ok: true, value: c.body(null, 204) };
}

/**
 * The user first, as whoever opens or lifts a session locks them: else two could wait for each other. Whoever throws others
 * out throws out what they have begun, too: the code of a sign-in under way, or a change of the address.
 */
async function endInTransaction(tx: TransactionSql, { user, session }: SignedIn, scope: Scope): Promise<void> {
  await lockUser(tx, user.id);
  await endSessions(tx, session, scope);
  if (scope !== 'local') await revokeProofs(tx, user.id);
}

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['', 'global'],
  ['global', 'global'],
  ['local', 'local'],
  ['others', 'others'],
]);
