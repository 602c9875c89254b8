/** Applies the changes that users make to their own account. */
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import type { LockedUser } from '#server/auth/accounts/update-user.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { lockAssuredSession, lockUserSession } from '#server/auth/factors/require-assurance.ts';
import { claimAccount } from '#server/auth/links/claim-account.ts';
import { revokePendingFlows } from '#server/auth/links/revoke-pending-flows.ts';
import type { EmailedLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { cancelAddressChange, startAddressChange } from './change-address.ts';
import type { Changes } from './prepare-changes.ts';
import { redeemCode } from './reauthentication.ts';

type Wanted = SignedIn & { readonly changes: Changes; readonly client: SessionClient };

/**
 * Applies the changes, or fails before writing anything.
 * @returns the links to email after the commit
 */
export async function applyChanges(
  auth: AuthContext,
  tx: TransactionSql,
  wanted: Wanted,
): Promise<Result<readonly EmailedLink[], AuthFailure>> {
  const { user, changes } = wanted;
  const locked = await lockUnchanged(tx, wanted);
  if (!locked.ok) return locked;
  const userMetadata = mergeMetadata(locked.value.userMetadata, changes.data);
  if (!userMetadata.ok) return userMetadata;
  const now = auth.now();
  const replaced = await replacePassword(tx, { ...wanted, user: { ...user, ...locked.value } }, now);
  if (!replaced.ok) return replaced;
  await updateUser(tx, user.id, { userMetadata: userMetadata.value, now });
  if (changes.keepsAddress) await cancelAddressChange(tx, user.id, now);
  if (changes.address === null) return { ok: true, value: [] };
  const owner = { ...locked.value, id: user.id };
  return { ok: true, value: await startAddressChange(tx, auth, { owner, request: changes.address }) };
}

/**
 * Locks the user and the session, and repeats the checks: another request may have changed the password and ended this
 * session. Changing the address or password requires the assurance level again.
 */
async function lockUnchanged(tx: TransactionSql, wanted: Wanted): Promise<Result<LockedUser, AuthFailure>> {
  const { user, changes } = wanted;
  const isGuarded = changes.password !== null || changes.address !== null;
  const held = await (isGuarded ? lockAssuredSession(tx, wanted, 'insufficient-aal') : lockUserSession(tx, wanted));
  if (!held.ok) return held;
  const locked = await lockUser(tx, user.id);
  return locked === undefined ? fail('unknown-user') : { ok: true, value: locked };
}

/**
 * Replaces the password, ends the user's other sessions and revokes pending links. If the user signed in by an emailed
 * link and the address was never proven, this claims the account. Opening the link was not enough for that, because the
 * user may abandon the recovery.
 */
async function replacePassword(
  tx: TransactionSql,
  { user, session, client, changes: { password } }: Wanted,
  now: Date,
): Promise<Result<null, AuthFailure>> {
  if (password === null) return { ok: true, value: null };
  if (password.code !== null && !(await redeemCode(tx, password.code))) return fail('reauthentication-wrong');
  const passwordHash = password.hash;
  if (user.emailProvedAt === null && session.amr.some(({ method }) => method === 'recovery' || method === 'otp')) {
    await claimAccount(tx, user, { session, passwordHash, now });
  } else {
    await updateUser(tx, user.id, { passwordHash, now });
    await endOwnSessions(tx, { userId: user.id, exceptId: session.id, reason: 'password-changed' });
    await revokePendingFlows(tx, user.id);
  }
  await addEmailIdentity(tx, user.id, now);
  await recordSecurityEvent(tx, { userId: user.id, client, now }, { kind: 'password-changed' });
  return { ok: true, value: null };
}
