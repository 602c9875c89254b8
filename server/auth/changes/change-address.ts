/** A change of address: asked for by whoever is signed in, held until it is confirmed, and mailed to both addresses. */
import type { ISql } from 'postgres';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { confirmStatus, updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { createLinkToken, deleteLinkTokensOf } from '#server/auth/links/one-time-tokens.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { mailLink } from '#server/auth/links/send-link.ts';
import type { MailedLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitMail } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';

export type AddressWish = {
  readonly newEmail: string;
  readonly challenge: Challenge | null;
  /** Where the links lead in the end; already found to be allowed. */
  readonly redirectTo: string;
};

/** Fails where somebody has the address, as the wire has it, and where either address was mailed only just now. */
export async function checkAddress(
  auth: AuthBase,
  { email }: User,
  { newEmail }: AddressWish,
): Promise<Result<null, AuthFailure>> {
  if ((await findUserByEmail(auth.sql, newEmail)) !== undefined) return fail('email-exists');
  const due = await limitMail(auth, 'email_change', newEmail);
  return due.ok && email !== null ? limitMail(auth, 'email_change', email) : due;
}

type Owner = { readonly id: string } & Pick<User, 'email' | 'emailConfirmedAt'>;

/**
 * Keeps the new address for a user whom the transaction has locked, and makes the links. Those of an earlier wish no longer
 * work. The present address is asked, too, unless nobody ever confirmed it or the operator does without.
 * Gives the links to be mailed after the commit.
 */
export async function openAddressChange(
  tx: ISql,
  { settings, now }: AuthBase,
  { owner, wish }: { readonly owner: Owner; readonly wish: AddressWish },
): Promise<readonly MailedLink[]> {
  const { id, email, emailConfirmedAt } = owner;
  const { newEmail, challenge, redirectTo } = wish;
  const asksPresent = settings.confirmsBothAddresses && email !== null && emailConfirmedAt !== null;
  const at = now();
  await cancelAddressChange(tx, id, at);
  const changeConfirmedBy = asksPresent ? 'nobody' : 'present';
  await updateUser(tx, id, { newEmail, changeConfirmedBy, now: at });
  const waiting = { id, email, newEmail, changeStatus: confirmStatus[changeConfirmedBy] };
  return makeAddressLinks(tx, waiting, { challenge, redirectTo, now: at });
}

type Waiting = Pick<User, 'id' | 'email' | 'newEmail' | 'changeStatus'>;
type Asked = Pick<MailedLink, 'type' | 'to'>;

/** Who still has to confirm a change: nobody where none waits. */
export function listAsked({ email, newEmail, changeStatus }: Omit<Waiting, 'id'>): readonly Asked[] {
  if (newEmail === null) return [];
  const isPresentAsked = email !== null && changeStatus !== confirmStatus.present;
  return [
    ...(changeStatus === confirmStatus.new ? [] : [{ type: 'email_change_new', to: newEmail } as const]),
    ...(isPresentAsked ? [{ type: 'email_change_current', to: email } as const] : []),
  ];
}

type Flow = Pick<AddressWish, 'challenge' | 'redirectTo'> & { readonly now: Date };

/** Makes links for a change that waits, for all who still have to confirm it. Those from before work, too. */
export async function makeAddressLinks(
  tx: ISql,
  waiting: Waiting,
  { challenge, redirectTo, now }: Flow,
): Promise<readonly MailedLink[]> {
  const { id, email, newEmail } = waiting;
  if (newEmail === null) return [];
  await updateUser(tx, id, { emailChangeSentAt: now, now });
  const links: MailedLink[] = [];
  for (const asked of listAsked(waiting)) {
    const token = await createLinkToken(tx, { userId: id, type: asked.type, challenge, signUp: null, now });
    links.push({ ...asked, token, email: email ?? newEmail, newEmail, redirectTo });
  }
  return links;
}

/** The address stays as it is, and links that were to change it no longer work. */
export async function cancelAddressChange(tx: ISql, id: string, now: Date): Promise<void> {
  await deleteLinkTokensOf(tx, id, ['email_change_current', 'email_change_new']);
  await updateUser(tx, id, { newEmail: null, changeConfirmedBy: 'nobody', now });
}

/** Mails the links after the answer, one after the other. */
export function mailAddressLinks(auth: AuthBase, links: readonly MailedLink[]): void {
  if (links.length === 0) return;
  auth.defer(async () => {
    for (const link of links) await mailLink(auth, link);
  });
}
