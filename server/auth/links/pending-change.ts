/** A change of address that waits for confirmations: how long it may wait, and its cancellation. */
import type { ISql } from 'postgres';
import { confirmStatus, updateUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { deleteLinkTokensOf } from './one-time-tokens.ts';

/** Cancels a pending change of address and invalidates its links. */
export async function cancelEmailChange(tx: ISql, id: string, now: Date): Promise<void> {
  await deleteLinkTokensOf(tx, id, ['email_change_current', 'email_change_new']);
  await updateUser(tx, id, { newEmail: null, emailChangeStatus: confirmStatus.none, now });
}

/**
 * Cancels the pending change of a locked user if it needs only one more confirmation and has waited longer than a link
 * works. Otherwise the reader of a mistyped address could request that link again at any time and get the account. An
 * unconfirmed change may wait, because it still needs both.
 * @returns the user as it is afterwards
 */
export async function endLapsedChange(tx: ISql, auth: AuthContext, user: User): Promise<User> {
  if (!isLapsed(auth, user)) return user;
  await cancelEmailChange(tx, user.id, auth.now());
  return { ...user, newEmail: null, emailChangeStatus: confirmStatus.none };
}

function isLapsed({ settings, now }: AuthContext, { emailChangeStatus, emailChangeSentAt }: User): boolean {
  if (emailChangeStatus === confirmStatus.none) return false;
  const since = emailChangeSentAt?.getTime() ?? 0;
  return since < now().getTime() - settings.oneTimeTokenLifetime * 1000;
}
