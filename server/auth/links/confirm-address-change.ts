/** Changes the address of an account, once everybody who has to has confirmed it. */
import { addEmailIdentity } from '#server/auth/accounts/email-identity.ts';
import { confirmStatus, updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { revokeProofs } from './revoke-proofs.ts';

type Outcome = { readonly email: string; readonly newEmail: string } | 'half' | null;

/**
 * Takes a user whom the transaction has locked, and one of whose links for this was just used up. Gives both addresses once
 * the new one holds (without one before, null), and `half` where the other address still has to confirm. Fails where
 * somebody else has the new address by now. Everything that was mailed before dies with the old address.
 *
 * Both readers agree to what the holder of the account wishes: nothing is taken from it, unlike where the owner of an address
 * claims an account (handToOwner). That the present address agreed is no such claim, so it does not count as proved by this.
 */
export async function confirmAddressChange(
  tx: TransactionSql,
  user: User,
  { type, now }: { readonly type: 'email_change_current' | 'email_change_new'; readonly now: Date },
): Promise<Result<Outcome, AuthFailure>> {
  const { id, email, newEmail, changeStatus } = user;
  if (newEmail === null) return fail('link-dead');
  const [confirmer, other] =
    type === 'email_change_new' ? (['new', 'present'] as const) : (['present', 'new'] as const);
  if (changeStatus !== confirmStatus[other]) {
    await updateUser(tx, id, { changeConfirmedBy: confirmer, now });
    return { ok: true, value: 'half' };
  }
  await revokeProofs(tx, id);
  if ((await findUserByEmail(tx, newEmail)) !== undefined) return fail('email-exists');
  await updateUser(tx, id, { email: newEmail, confirmedAt: now, provedAt: now, now });
  await addEmailIdentity(tx, id, now);
  return { ok: true, value: email === null ? null : { email, newEmail } };
}
