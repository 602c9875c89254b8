/** A change of address: asked for by whoever is signed in, held until it is confirmed, and mailed to both addresses. */
import type { ISql } from 'postgres';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
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
  await updateUser(tx, id, { newEmail, confirmations: asksPresent ? 0 : 1, emailChangeSentAt: at, now: at });
  const make = async (type: MailedLink['type'], to: string): Promise<MailedLink> => {
    const token = await createLinkToken(tx, { userId: id, type, challenge, now: at });
    return { token, type, to, email: email ?? newEmail, newEmail, redirectTo };
  };
  const links = [await make('email_change_new', newEmail)];
  return asksPresent ? [...links, await make('email_change_current', email)] : links;
}

/** The address stays as it is, and links that were to change it no longer work. */
export async function cancelAddressChange(tx: ISql, id: string, now: Date): Promise<void> {
  await deleteLinkTokensOf(tx, id, ['email_change_current', 'email_change_new']);
  await updateUser(tx, id, { newEmail: null, confirmations: 0, now });
}

/** Mails the links after the answer, one after the other. */
export function mailAddressLinks(auth: AuthBase, links: readonly MailedLink[]): void {
  if (links.length === 0) return;
  auth.defer(async () => {
    for (const link of links) await mailLink(auth, link);
  });
}
