/** DELETE /user/identities/:id: unlinks a sign-in method, but never the last one. */
import { deleteIdentity, updateProviderList } from '#server/auth/accounts/identities.ts';
import { emailSecurityEvent, recordSecurityEvent, type SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { findUserById, isUuid, updateUser } from '#server/auth/accounts/users.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { lockAssuredSession } from '#server/auth/factors/assurance.ts';
import { revokePendingFlows } from '#server/auth/links/claim-account.ts';
import { defineRoute, noBody, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { linkingUser } from './authorize.ts';

/**
 * Follows supabase/auth, internal/api/identity.go, with two differences. Unlinking the identity `email` also removes
 * the password, which would otherwise still work. And the account keeps its address instead of taking that of a
 * remaining identity, because both readers have to confirm a change and the account can still be recovered with it.
 * Sessions continue.
 */
export const unlinkIdentity = defineRoute({
  method: 'DELETE',
  path: '/user/identities/:id',
  limit: 'otherByAddress',
  caller: linkingUser,
  body: noBody,
  async *work(auth, { c, client, caller: signedIn }) {
    const id = c.req.param('id');
    if (!isUuid(id)) return yield* fail('validation-failed', { message: 'identity_id must be an UUID' });
    const removal = { signedIn, id, client, now: auth.now() };
    const event = yield* inTransaction(auth.sql, (tx) => removeIdentity(tx, auth.settings, removal));
    emailSecurityEvent(auth, signedIn.user, event);
    return c.json({});
  },
});

const toEvent = (provider: string): SecurityEvent =>
  provider === 'email' ? { kind: 'password-removed' } : { kind: 'provider-unlinked', detail: provider };

type Removal = {
  readonly signedIn: SignedIn;
  readonly id: string;
  readonly client: SessionClient;
  readonly now: Date;
};

/** Removes an identity and returns the event. */
async function* removeIdentity(
  tx: TransactionSql,
  { passwords, providers }: Pick<AuthSettings, 'passwords' | 'providers'>,
  { signedIn, id, client, now }: Removal,
): Steps<SecurityEvent> {
  // The lock prevents two devices from removing the last two identities at once.
  const session = yield* lockAssuredSession(tx, signedIn, 'linking-needs-aal2');
  const { userId } = session;
  const user = await findUserById(tx, userId);
  if (user === undefined) return yield* fail('unknown-user');
  // Without passwords, only the providers of this server can be used to sign in.
  const usable = user.identities.filter(({ provider }) => passwords || providers.some(({ name }) => name === provider));
  const isLast = usable.length <= 1 && (passwords || usable[0]?.id === id.toLowerCase());
  if (isLast) return yield* fail('last-identity');
  const identity = user.identities.find((one) => one.id === id.toLowerCase());
  if (identity === undefined) return yield* fail('identity-not-found');
  await deleteIdentity(tx, identity.id);
  await updateProviderList(tx, userId, now);
  if (identity.provider === 'email') await updateUser(tx, userId, { passwordHash: null, now });
  // Pending links, such as a recovery, belong to the previous set of sign-in methods.
  await revokePendingFlows(tx, userId);
  const event = toEvent(identity.provider);
  await recordSecurityEvent(tx, { userId, client, now }, event);
  return event;
}
