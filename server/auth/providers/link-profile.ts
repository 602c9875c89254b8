/** Links an identity to the account of the signed-in user. */
import { lockAssuredSession } from '#server/auth/factors/require-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import {
  insertIdentity,
  lockIdentity,
  lockIdentityUser,
  updateProviderList,
} from '#server/auth/accounts/identities.ts';
import type { NewIdentity } from '#server/auth/accounts/identities.ts';
import type { Linking } from '#server/auth/providers/connection/provider-flows.ts';
import { lockFullUser } from '#server/auth/accounts/update-user.ts';

/**
 * Links the identity, locks the user and returns its id. The session that started linking must still exist and must
 * have verified the second factor if there is one. The address at the provider does not matter, because it gives no
 * access here.
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
  const user = await lockFullUser(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (isBanned(user, identity.now)) return fail('bearer-banned');
  const session = await lockAssuredSession(tx, { user, session: { id: sessionId } }, 'linking-needs-aal2');
  if (!session.ok) return session;
  await insertIdentity(tx, userId, identity);
  await updateProviderList(tx, userId, identity.now);
  return { ok: true, value: userId };
}
