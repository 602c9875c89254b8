/** Changes the address of an account, once everybody who has to has confirmed it. */
import { addEmailIdentity } from '#server/auth/accounts/email-identity.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
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
 */
export async function confirmAddressChange(
  tx: TransactionSql,
  user: User,
  now: Date,
): Promise<Result<Outcome, AuthFailure>> {
  const { id, email, newEmail } = user;
  if (newEmail === null) return fail('link-dead');
  const [row] = await tx<{ isLast: boolean }[]>`
    select email_change_confirm_status = 1 as "isLast" from auth.users where id = ${id}`;
  if (row?.isLast !== true) {
    await updateUser(tx, id, { confirmations: 1, now });
    return { ok: true, value: 'half' };
  }
  await revokeProofs(tx, id);
  if ((await findUserByEmail(tx, newEmail)) !== undefined) return fail('email-exists');
  await updateUser(tx, id, { email: newEmail, confirmedAt: now, now });
  await addEmailIdentity(tx, id, now);
  return { ok: true, value: email === null ? null : { email, newEmail } };
}
