/** DELETE /user/identities/:id: unlinks a sign-in method, but never the last one. */
import type { Context } from 'hono';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { deleteIdentity, updateProviderList, removePassword } from '#server/auth/accounts/identities.ts';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { findUserById, isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { lockAssuredSession } from '#server/auth/factors/require-assurance.ts';
import { revokePendingFlows } from '#server/auth/links/revoke-pending-flows.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { allowChange } from './authorize.ts';

/**
 * Follows supabase/auth, internal/api/identity.go, with two differences. Unlinking the identity `email` also removes
 * the password, which would otherwise still work. And the account keeps its address instead of taking that of a
 * remaining identity, because both readers have to confirm a change and the account can still be recovered with it.
 * Sessions continue.
 */
export async function unlinkIdentity(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const allowed = await allowChange(auth, signedIn.value);
  if (!allowed.ok) return allowed;
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) return fail('validation-failed', { message: 'identity_id must be an UUID' });
  const removal = { signedIn: signedIn.value, id, client: readClient(auth, c), now: auth.now() };
  const event = await auth.sql.begin((tx) => removeIdentity(tx, removal));
  if (!event.ok) return event;
  emailSecurityEvent(auth, signedIn.value.user, event.value);
  return { ok: true, value: c.json({}) };
}

const toEvent = (provider: string): SecurityEvent =>
  provider === 'email' ? { kind: 'password-removed' } : { kind: 'provider-unlinked', detail: provider };

type Removal = {
  readonly signedIn: SignedIn;
  readonly id: string;
  readonly client: SessionClient;
  readonly now: Date;
};

/** Removes an identity and returns the event. */
async function removeIdentity(
  tx: TransactionSql,
  { signedIn, id, client, now }: Removal,
): Promise<Result<SecurityEvent, AuthFailure>> {
  // The lock prevents two devices from removing the last two identities at once.
  const session = await lockAssuredSession(tx, signedIn, 'linking-needs-aal2');
  if (!session.ok) return session;
  const { userId } = session.value;
  const user = await findUserById(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (user.identities.length <= 1) return fail('last-identity');
  const identity = user.identities.find((one) => one.id === id.toLowerCase());
  if (identity === undefined) return fail('identity-not-found');
  await deleteIdentity(tx, identity.id);
  await updateProviderList(tx, userId, now);
  if (identity.provider === 'email') await removePassword(tx, userId);
  // Pending links, such as a recovery, belong to the previous set of sign-in methods.
  await revokePendingFlows(tx, userId);
  const event = toEvent(identity.provider);
  await recordSecurityEvent(tx, { userId, client, now }, event);
  return { ok: true, value: event };
}
