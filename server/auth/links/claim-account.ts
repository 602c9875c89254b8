/** Hands an account to the first person who proves ownership of its address, and cancels what was pending in an account. */
import type { ISql } from 'postgres';
import { updateProviderList } from '#server/auth/accounts/identities.ts';
import { confirmStatus, isChangeLapsed, updateUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { endOwnSessions, endSessionsQuietly, type Session } from '#server/auth/sessions/sessions.ts';
import { deleteLinkTokens, deleteLinkTokensOf } from './one-time-tokens.ts';
import { deleteFlowStates } from './pkce.ts';

type Claim = {
  /** The owner's session if there is one. It is the only session that survives. */
  readonly session: Session | null;
  /** Null removes the password. */
  readonly passwordHash: string | null;
  readonly now: Date;
};

/**
 * Claims the account of a locked user whose address was never proven. Removes all existing access: the password,
 * passkeys, sessions, links, codes, and accounts at providers unless the provider verified this address. The address
 * then counts as confirmed and proven.
 *
 * A verified second factor remains, because access to an inbox must not be enough to remove it. The account's data
 * remains too.
 */
export async function claimAccount(
  sql: ISql,
  { id, emailConfirmedAt }: Pick<User, 'id' | 'emailConfirmedAt'>,
  { session, passwordHash, now }: Claim,
): Promise<void> {
  await sql`delete from auth.webauthn_credentials where user_id = ${id}`;
  await sql`delete from auth.webauthn_challenges where user_id = ${id}`;
  await sql`delete from auth.mfa_factors where user_id = ${id} and status = 'unverified'`;
  await sql`
    delete from auth.identities i using auth.users u
    where u.id = ${id} and i.user_id = u.id and i.provider <> 'email' and (
      i.identity_data ->> 'email' = u.email and i.identity_data -> 'email_verified' = 'true'::jsonb
    ) is not true`;
  await updateProviderList(sql, id, now);
  const exceptId = session?.id ?? null;
  if (passwordHash === null) await endSessionsQuietly(sql, id, exceptId);
  else await endOwnSessions(sql, { userId: id, exceptId, reason: 'password-changed' });
  await revokePendingFlows(sql, id);
  await updateUser(sql, id, { passwordHash, confirmedAt: emailConfirmedAt ?? now, provedAt: now, now });
}

/** Deletes emailed links, authorization codes, emailed codes and a pending change of address. */
export async function revokePendingFlows(sql: ISql, userId: string): Promise<void> {
  await deleteLinkTokens(sql, userId);
  await deleteFlowStates(sql, userId);
  await sql`delete from auth.reauthentications where user_id = ${userId}`;
  await sql`update auth.users set email_change = null, email_change_confirm_status = 0 where id = ${userId}`;
}

/** Cancels a pending change of address and invalidates its links. */
export async function cancelEmailChange(tx: ISql, id: string, now: Date): Promise<void> {
  await deleteLinkTokensOf(tx, id, ['email_change_current', 'email_change_new']);
  await updateUser(tx, id, { newEmail: null, emailChangeStatus: confirmStatus.none, now });
}

/**
 * Cancels the pending change of a locked user if it has lapsed.
 * @returns the user as it is afterwards
 */
export async function endLapsedChange(tx: ISql, auth: AuthContext, user: User): Promise<User> {
  if (!isChangeLapsed(auth, user)) return user;
  await cancelEmailChange(tx, user.id, auth.now());
  return { ...user, newEmail: null, emailChangeStatus: confirmStatus.none };
}
