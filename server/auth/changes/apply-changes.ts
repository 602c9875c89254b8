/** Writes what somebody may change of the own account. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { addEmailIdentity } from '#server/auth/accounts/email-identity.ts';
import { handToOwner } from '#server/auth/accounts/hand-to-owner.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import type { LockedUser } from '#server/auth/accounts/update-user.ts';
import { holdSession } from '#server/auth/factors/factor-request.ts';
import { holdAssured } from '#server/auth/factors/hold-assured.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import type { MailedLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { endSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { cancelAddressChange, openAddressChange } from './change-address.ts';
import type { Changes } from './prepare-changes.ts';
import { redeemCode } from './reauthentication.ts';

type Wanted = SignedIn & { readonly changes: Changes };

/** Fails before it writes. Gives the links that are to be mailed after the commit. */
export async function applyChanges(
  auth: AuthBase,
  tx: TransactionSql,
  wanted: Wanted,
): Promise<Result<readonly MailedLink[], AuthFailure>> {
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
  return { ok: true, value: await openAddressChange(tx, auth, { owner, wish: changes.address }) };
}

/**
 * Somebody else may have changed the password at this moment, and ended this session: then it changes nothing any more. Nor
 * does one that has lost its second step change address or password.
 */
async function lockUnchanged(tx: TransactionSql, wanted: Wanted): Promise<Result<LockedUser, AuthFailure>> {
  const { user, changes } = wanted;
  const isGuarded = changes.password !== null || changes.address !== null;
  const held = await (isGuarded ? holdAssured(tx, wanted, 'insufficient-aal') : holdSession(tx, wanted));
  if (!held.ok) return held;
  const locked = await lockUser(tx, user.id);
  return locked === undefined ? fail('unknown-user') : { ok: true, value: locked };
}

/**
 * A new password ends the user's other sessions and makes links useless that were sent before. Whoever came by a mail to an
 * address that nobody had proved to have takes the account over: that it was merely looked at is not enough, since the link
 * may be given up again.
 */
async function replacePassword(
  tx: TransactionSql,
  { user, session, changes: { password } }: Wanted,
  now: Date,
): Promise<Result<null, AuthFailure>> {
  if (password === null) return { ok: true, value: null };
  if (password.code !== null && !(await redeemCode(tx, password.code))) return fail('reauthentication-wrong');
  const passwordHash = password.hash;
  if (user.emailProvedAt === null && session.amr.some(({ method }) => method === 'recovery' || method === 'otp')) {
    await handToOwner(tx, user, { session, passwordHash, now });
  } else {
    await updateUser(tx, user.id, { passwordHash, now });
    await endSessions(tx, session, 'others');
    await revokeProofs(tx, user.id);
  }
  await addEmailIdentity(tx, user.id, now);
  return { ok: true, value: null };
}
