/** Accepts the token of an emailed link: confirms or changes the address and signs the user in. */
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { recordSecurityEvent, sendAccountEmail } from '#server/auth/accounts/security-events.ts';
import { confirmStatus, findUserByEmail, findUserById, updateUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/result.ts';
import { claimAccount, revokePendingFlows } from './claim-account.ts';
import {
  deleteLinkTokensOf,
  lockLinkUser,
  consumeLinkToken,
  type LinkToken,
  type LinkType,
} from './one-time-tokens.ts';
import { endLapsedChange } from './pending-change.ts';
import { createFlowState } from './pkce.ts';
import type { AcceptedLink } from './redirects.ts';

export type PresentedToken = {
  readonly token: string;
  /** The link types that are accepted. */
  readonly types: readonly LinkType[];
  /** The address that the link was sent to, if the caller must know it. */
  readonly email?: string;
  /** Whether a browser followed the link. It gets a PKCE code if the link was requested with a challenge. */
  readonly isFollowed: boolean;
  readonly client: SessionClient;
};

/** Postgres, appendix A: unique_violation. Another user took the new address at the same time. */
const UNIQUE_VIOLATION = '23505';

/** Consumes the token. If the link changes the address, the previous address is notified. */
export async function* acceptLink(auth: AuthContext, presented: PresentedToken): Steps<AcceptedLink> {
  try {
    const { accepted, change } = yield* inTransaction(auth.sql, (tx) => acceptInTransaction(auth, tx, presented));
    if (change !== null) {
      auth.defer(() => sendAccountEmail(auth, { ...change, kind: 'email-changed', to: change.email }));
    }
    return accepted;
  } catch (error) {
    if (readErrorCode(error) === UNIQUE_VIOLATION) return yield* fail('email-exists');
    throw error;
  }
}

type AcceptResult = { readonly accepted: AcceptedLink; readonly change: Change | null };
type Change = { readonly email: string; readonly newEmail: string };

/** Failures commit as well, so that a presented token is consumed. */
async function* acceptInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  presented: PresentedToken,
): Steps<AcceptResult> {
  const now = auth.now();
  const { user, token } = yield* consumeProof(auth, tx, presented);
  const change = yield* applyProof(tx, user, { ...token, now });
  if (change === 'half') {
    return { accepted: { message: ONE_CONFIRMED, isPkce: token.challenge !== null }, change: null };
  }
  if (change !== null) {
    await recordSecurityEvent(tx, { userId: user.id, client: presented.client, now }, { kind: 'email-changed' });
  }
  if (!auth.settings.passwords)
    return { accepted: { message: ADDRESS_CONFIRMED, isPkce: token.challenge !== null }, change };
  return { accepted: await openSessionOrIssueCode(tx, presented, { ...token, now }), change };
}

/** Consumes the token and locks its user. The user's other tokens of this type are deleted. */
async function* consumeProof(
  auth: AuthContext,
  tx: TransactionSql,
  presented: PresentedToken,
): Steps<{ readonly user: User; readonly token: LinkToken }> {
  const { settings, now } = auth;
  const userId = await lockLinkUser(tx, presented);
  const token = userId === undefined ? undefined : await consumeLinkToken(tx, presented);
  const user = token && (await findUserById(tx, token.userId));
  if (token === undefined || user === undefined) return yield* fail('link-dead');
  const lifetime = token.type === 'invite' ? INVITATION_LIFETIME : settings.oneTimeTokenLifetime;
  if (token.createdAt.getTime() < now().getTime() - lifetime * 1000) return yield* fail('link-dead');
  if (isBanned(user, now())) return yield* fail('bearer-banned');
  await deleteLinkTokensOf(tx, user.id, [token.type]);
  return { user: await endLapsedChange(tx, auth, user), token };
}

/** Seconds. An invited person did not ask for the email and may read it days later. */
const INVITATION_LIFETIME = 7 * 24 * 3600;

/** GoTrue, verify.go: singleConfirmationAccepted. */
const ONE_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Without passwords, no emailed link opens a session (product P8). */
const ADDRESS_CONFIRMED = 'Your new email address is confirmed';

type Proof = LinkToken & { readonly now: Date };

/** Returns the change of address if the link made one, or `half` if the other address still has to confirm it. */
async function* applyProof(
  tx: TransactionSql,
  user: User,
  { type, signUp, now }: Proof,
): Steps<Change | 'half' | null> {
  if (type === 'email_change_current' || type === 'email_change_new') {
    return yield* confirmAddressChange(tx, user, { type, now });
  }
  if (user.emailConfirmedAt === null) {
    await confirmAddress(tx, user, { signUp, now });
    return null;
  }
  // A late sign-up link must not change an account that already has an owner.
  return type === 'signup' ? yield* fail('link-dead') : null;
}

/**
 * Opening a link proves ownership of the address, whatever the link was for. But if the address was unconfirmed,
 * another person may have chosen the current password. The link must not make that password valid.
 */
async function confirmAddress(
  tx: TransactionSql,
  user: User,
  { signUp, now }: Pick<Proof, 'signUp' | 'now'>,
): Promise<void> {
  await claimAccount(tx, user, { session: null, passwordHash: signUp?.passwordHash ?? null, now });
  if (signUp !== null) await updateUser(tx, user.id, { userMetadata: signUp.userMetadata, now });
}

/** Opens a session, or issues a code if a browser followed a link that was requested with a challenge. */
async function openSessionOrIssueCode(
  tx: TransactionSql,
  { isFollowed, client }: PresentedToken,
  { userId, type, challenge, now }: Proof,
): Promise<AcceptedLink> {
  if (challenge === null || !isFollowed) {
    return { opened: await openSession(tx, { userId, method: 'otp', client, now }) };
  }
  const method = type === 'recovery' ? 'recovery' : 'otp';
  return { code: await createFlowState(tx, { userId, challenge, method, linking: null, createdAt: now }) };
}

type Confirmation = Change | 'half' | null;

/**
 * Records one confirmation of a change of address for a locked user, and completes the change after the last one.
 * Everything that was emailed to the old address becomes invalid.
 * @returns both addresses once the change is complete, null if there was no address before, or `half` if the other
 * address still has to confirm. Fails if another user has the new address.
 *
 * Both readers only agree to what the account's user requested, so nothing is removed from the account, unlike in
 * `claimAccount`. For the same reason the confirmation does not prove ownership of the current address.
 */
async function* confirmAddressChange(
  tx: TransactionSql,
  user: User,
  { type, now }: { readonly type: 'email_change_current' | 'email_change_new'; readonly now: Date },
): Steps<Confirmation> {
  const { id, email, newEmail, emailChangeStatus } = user;
  if (newEmail === null) return yield* fail('link-dead');
  const [confirmer, other] =
    type === 'email_change_new' ? (['new', 'present'] as const) : (['present', 'new'] as const);
  if (emailChangeStatus !== confirmStatus[other]) {
    await recordFirstConfirmation(tx, user, { status: confirmStatus[confirmer], now });
    return 'half';
  }
  await revokePendingFlows(tx, id);
  if ((await findUserByEmail(tx, newEmail)) !== undefined) return yield* fail('email-exists');
  await updateUser(tx, id, { email: newEmail, confirmedAt: now, provedAt: now, now });
  await addEmailIdentity(tx, id, now);
  return email === null ? null : { email, newEmail };
}

/** From now on, the missing confirmation has as long as a link works (`endLapsedChange`). Repetitions do not prolong that. */
async function recordFirstConfirmation(
  tx: TransactionSql,
  { id, emailChangeStatus }: User,
  { status, now }: { readonly status: number; readonly now: Date },
): Promise<void> {
  if (emailChangeStatus !== confirmStatus.none) return;
  await updateUser(tx, id, { emailChangeStatus: status, emailChangeSentAt: now, now });
}
