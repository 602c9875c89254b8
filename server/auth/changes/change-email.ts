/** Changes of address: requested by the signed-in user, confirmed by links to both addresses. */
import type { ISql } from 'postgres';
import { confirmStatus, findUserByEmail, updateUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { createLinkToken } from '#server/auth/links/one-time-tokens.ts';
import { cancelEmailChange } from '#server/auth/links/claim-account.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { emailLink, type EmailedLink } from '#server/auth/links/send-link.ts';
import { countEmail, limitEmail } from '#server/auth/requests/limits.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';

export type EmailChangeRequest = {
  readonly newEmail: string;
  readonly challenge: Challenge | null;
  /** The final destination, which was already checked. */
  readonly redirectTo: string;
};

/** Fails if the address is taken, or if either address was emailed too recently. */
export async function* checkAddress(
  auth: AuthContext,
  { email, emailConfirmedAt }: User,
  { newEmail }: EmailChangeRequest,
): Steps<void> {
  if ((await findUserByEmail(auth.sql, newEmail)) !== undefined) yield* fail('email-exists');
  yield* limitEmail(auth, 'email_change', newEmail);
  if (email !== null) yield* limitEmail(auth, 'email_change', email);
  yield* countEmail(auth, false);
  if (email !== null) yield* countEmail(auth, emailConfirmedAt !== null);
}

/**
 * Stores the new address of a locked user and creates the links. Links of an earlier request become invalid. The
 * current address has to confirm as well, unless it was never confirmed or the operator turned that off.
 * @returns the links to email after the commit
 */
export async function startEmailChange(
  tx: ISql,
  auth: AuthContext,
  { owner, request }: { readonly owner: User; readonly request: EmailChangeRequest },
): Promise<readonly EmailedLink[]> {
  const { newEmail, challenge, redirectTo } = request;
  const emailChangeStatus = await setNewAddress(tx, auth, { owner, newEmail });
  return createAddressLinks(tx, { ...owner, newEmail, emailChangeStatus }, { challenge, redirectTo, now: auth.now() });
}

/** Stores the new address of a locked user, without links. Returns whose confirmation is not needed (`confirmStatus`). */
export async function setNewAddress(
  tx: ISql,
  { settings, now }: AuthContext,
  { owner, newEmail }: { readonly owner: User; readonly newEmail: string },
): Promise<number> {
  const { id, email, emailConfirmedAt } = owner;
  const needsPresent = settings.confirmsBothAddresses && email !== null && emailConfirmedAt !== null;
  const emailChangeStatus = needsPresent ? confirmStatus.none : confirmStatus.present;
  await cancelEmailChange(tx, id, now());
  await updateUser(tx, id, { newEmail, emailChangeStatus, emailChangeSentAt: now(), now: now() });
  return emailChangeStatus;
}

type PendingChange = Pick<User, 'id' | 'email' | 'newEmail' | 'emailChangeStatus'>;
type Confirmation = Pick<EmailedLink, 'type' | 'to'>;

/** Lists the confirmations that a pending change still needs. */
export function listConfirmations({
  email,
  newEmail,
  emailChangeStatus,
}: Omit<PendingChange, 'id'>): readonly Confirmation[] {
  if (newEmail === null) return [];
  const isPresentAsked = email !== null && emailChangeStatus !== confirmStatus.present;
  return [
    ...(emailChangeStatus === confirmStatus.new ? [] : [{ type: 'email_change_new', to: newEmail } as const]),
    ...(isPresentAsked ? [{ type: 'email_change_current', to: email } as const] : []),
  ];
}

type Flow = Pick<EmailChangeRequest, 'challenge' | 'redirectTo'> & { readonly now: Date };

/**
 * Creates links for all missing confirmations of a pending change. Earlier links remain valid. The time of the change
 * stays, so that new emails do not prolong it (`endLapsedChange`).
 */
export async function createAddressLinks(
  tx: ISql,
  pending: PendingChange,
  { challenge, redirectTo, now }: Flow,
): Promise<readonly EmailedLink[]> {
  const { id, email, newEmail } = pending;
  if (newEmail === null) return [];
  const links: EmailedLink[] = [];
  for (const confirmation of listConfirmations(pending)) {
    const token = await createLinkToken(tx, { userId: id, type: confirmation.type, challenge, signUp: null, now });
    links.push({ ...confirmation, token, email: email ?? newEmail, newEmail, redirectTo });
  }
  return links;
}

/** Emails the links one after the other, after the response. */
export function emailAddressLinks(auth: AuthContext, links: readonly EmailedLink[]): void {
  if (links.length === 0) return;
  auth.defer(async () => {
    for (const link of links) await emailLink(auth, link);
  });
}
