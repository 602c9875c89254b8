/** Adds an account at a provider to the account of somebody who is signed in here. */
import { holdAssured } from '#server/auth/factors/hold-assured.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { insertIdentity, lockIdentity, lockIdentityUser, noteProviders } from './identities.ts';
import type { NewIdentity } from './identities.ts';
import type { Linking } from './provider-flows.ts';
import { lockWholeUser } from './provider-users.ts';

/**
 * Gives the id of the user, who is then locked. The session that asked must still live: whoever has signed out, or was
 * signed out elsewhere, links nothing any more; and it must still have shown the second step, where there is one. The address at the provider does not matter: it opens nothing here.
 */
export async function linkProfile(
  tx: TransactionSql,
  { userId, sessionId }: Linking,
  identity: NewIdentity,
): Promise<Result<string, AuthFailure>> {
  await lockIdentity(tx, identity);
  const owner = await lockIdentityUser(tx, identity);
  if (owner === userId) return fail('identity-taken', { message: 'Identity is already linked' });
  if (owner !== undefined) return fail('identity-taken');
  const user = await lockWholeUser(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (isBanned(user, identity.now)) return fail('bearer-banned');
  const session = await holdAssured(tx, { user, session: { id: sessionId } }, 'linking-needs-aal2');
  if (!session.ok) return session;
  await insertIdentity(tx, userId, identity);
  await noteProviders(tx, userId, identity.now);
  return { ok: true, value: userId };
}
