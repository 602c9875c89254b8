/** Writes what somebody may change of the own account. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { addEmailIdentity } from '#server/auth/accounts/email-identity.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import type { LockedUser } from '#server/auth/accounts/update-user.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import type { MailedLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { endSessions, findSession } from '#server/auth/sessions/sessions.ts';
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
  const replaced = await replacePassword(tx, wanted, now);
  if (!replaced.ok) return replaced;
  await updateUser(tx, user.id, { userMetadata: userMetadata.value, now });
  if (changes.keepsAddress) await cancelAddressChange(tx, user.id, now);
  if (changes.address === null) return { ok: true, value: [] };
  const owner = { ...locked.value, id: user.id };
  return { ok: true, value: await openAddressChange(tx, auth, { owner, wish: changes.address }) };
}

/** Somebody else may have changed the password at this moment, and ended this session: then it changes nothing any more. */
async function lockUnchanged(
  tx: TransactionSql,
  { user, session }: SignedIn,
): Promise<Result<LockedUser, AuthFailure>> {
  const locked = await lockUser(tx, user.id);
  if (locked === undefined) return fail('unknown-user');
  if ((await findSession(tx, session.id)) === undefined) return fail('unknown-session');
  return { ok: true, value: locked };
}

/** A new password ends the user's other sessions and makes links useless that were sent before. */
async function replacePassword(
  tx: TransactionSql,
  { user, session, changes: { password } }: Wanted,
  now: Date,
): Promise<Result<null, AuthFailure>> {
  if (password === null) return { ok: true, value: null };
  if (password.code !== null && !(await redeemCode(tx, password.code))) return fail('reauthentication-wrong');
  await updateUser(tx, user.id, { passwordHash: password.hash, now });
  await endSessions(tx, session, 'others');
  await revokeProofs(tx, user.id);
  await addEmailIdentity(tx, user.id, now);
  return { ok: true, value: null };
}
