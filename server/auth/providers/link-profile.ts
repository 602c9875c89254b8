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
import type { User } from '#server/auth/accounts/users.ts';

type Link = { readonly linking: Linking; readonly identity: NewIdentity };

/**
 * Checks whether the identity can be linked, and locks the account. The session that started linking must still exist and
 * must have verified the second factor if there is one. The address at the provider does not matter, because it gives no
 * access here.
 * @returns the account
 */
export async function checkLink(
  tx: TransactionSql,
  { linking: { userId, sessionId }, identity }: Link,
): Promise<Result<User, AuthFailure>> {
  await lockIdentity(tx, identity);
  const owner = await lockIdentityUser(tx, identity);
  if (owner === userId) return fail('identity-taken', { message: 'Identity is already linked' });
  if (owner !== undefined) return fail('identity-taken');
  const user = await lockFullUser(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (isBanned(user, identity.now)) return fail('bearer-banned');
  const session = await lockAssuredSession(tx, { user, session: { id: sessionId } }, 'linking-needs-aal2');
  return session.ok ? { ok: true, value: user } : session;
}

/**
 * Links the identity. Only the exchange of a code calls this, so that the browser that started linking also completes it.
 * Otherwise, a user whom an attacker sends to the provider would link their identity to the attacker's account.
 * @returns the account before the change
 */
export async function linkProfile(tx: TransactionSql, link: Link): Promise<Result<User, AuthFailure>> {
  const user = await checkLink(tx, link);
  if (!user.ok) return user;
  const { id } = user.value;
  await insertIdentity(tx, id, link.identity);
  await updateProviderList(tx, id, link.identity.now);
  return user;
}
