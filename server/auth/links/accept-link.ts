/** What the token of a link brings: the address is confirmed or changed, and its reader is signed in. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { handToOwner } from '#server/auth/accounts/hand-to-owner.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Result } from '#server/result.ts';
import { confirmAddressChange } from './confirm-address-change.ts';
import { createFlowState } from './flow-states.ts';
import { deleteLinkTokensOf, lockLinkUser, takeLinkToken } from './one-time-tokens.ts';
import type { LinkToken, LinkType } from './one-time-tokens.ts';
import { sendLetter } from './send-letter.ts';

export type ShownToken = {
  readonly token: string;
  /** For any of these. */
  readonly types: readonly LinkType[];
  /** Where the link was sent, if whoever shows the token must know it. */
  readonly email?: string;
  /** A browser that followed the link gets a code, if that is what it asked for (PKCE). */
  readonly isFollowed: boolean;
  readonly client: SessionClient;
};

/** A session, a code to be exchanged for one, or only something to be said. */
export type Accepted =
  | { readonly opened: OpenSession }
  | { readonly code: string }
  | { readonly message: string; readonly isPkce: boolean };

/** Postgres, appendix A: unique_violation. Somebody took the new address at this moment. */
const UNIQUE_VIOLATION = '23505';

/** Uses the token up. Where the link changed the address, the one before is told. */
export async function acceptLink(auth: AuthBase, shown: ShownToken): Promise<Result<Accepted, AuthFailure>> {
  try {
    const settled = await auth.sql.begin((tx) => acceptInTransaction(auth, tx, shown));
    if (!settled.ok) return settled;
    const { accepted, change } = settled.value;
    if (change !== null) {
      auth.defer(() => sendLetter(auth, { ...change, kind: 'email-changed', to: change.email }));
    }
    return { ok: true, value: accepted };
  } catch (error) {
    if (readErrorCode(error) === UNIQUE_VIOLATION) return fail('email-exists');
    throw error;
  }
}

type Settled = { readonly accepted: Accepted; readonly change: Change | null };
type Change = { readonly email: string; readonly newEmail: string };

/** A failure, too, commits: a token that was shown is used up. */
async function acceptInTransaction(
  auth: AuthBase,
  tx: TransactionSql,
  shown: ShownToken,
): Promise<Result<Settled, AuthFailure>> {
  const now = auth.now();
  const shownBy = await takeProof(auth, tx, shown);
  if (!shownBy.ok) return shownBy;
  const { user, taken } = shownBy.value;
  const proved = await applyProof(tx, user, { ...taken, now });
  if (!proved.ok) return proved;
  const { value } = proved;
  if (value === 'half') {
    return {
      ok: true,
      value: { accepted: { message: ONE_CONFIRMED, isPkce: taken.challenge !== null }, change: null },
    };
  }
  return { ok: true, value: { accepted: await admit(tx, shown, { ...taken, now }), change: value } };
}

/** Gives what the token stands for, and its user, whom the transaction then has locked. The others of its kind die with it. */
async function takeProof(
  { settings, now }: AuthBase,
  tx: TransactionSql,
  shown: ShownToken,
): Promise<Result<{ readonly user: User; readonly taken: LinkToken }, AuthFailure>> {
  const userId = await lockLinkUser(tx, shown);
  const taken = userId === undefined ? undefined : await takeLinkToken(tx, shown);
  const user = taken && (await findUserById(tx, taken.userId));
  const oldest = now().getTime() - settings.oneTimeTokenLifetime * 1000;
  if (taken === undefined || user === undefined || taken.createdAt.getTime() < oldest) return fail('link-dead');
  if (isBanned(user, now())) return fail('bearer-banned');
  await deleteLinkTokensOf(tx, user.id, [taken.type]);
  return { ok: true, value: { user, taken } };
}

/** GoTrue, verify.go: singleConfirmationAccepted. */
const ONE_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

type Proof = LinkToken & { readonly now: Date };

/** Gives the change of address, if that is what the link brought, or `half` where the other address is to confirm it, too. */
async function applyProof(
  tx: TransactionSql,
  user: User,
  { type, signUp, now }: Proof,
): Promise<Result<Change | 'half' | null, AuthFailure>> {
  if (type === 'email_change_current' || type === 'email_change_new') {
    return confirmAddressChange(tx, user, { type, now });
  }
  if (user.emailConfirmedAt === null) {
    await confirmAddress(tx, user, { signUp, now });
    return { ok: true, value: null };
  }
  // A sign-up that comes too late must not change an account that has its owner.
  return type === 'signup' ? fail('link-dead') : { ok: true, value: null };
}

/**
 * Whoever could open the link has the address, whatever the link was for. But who asks for a new password before anybody
 * confirmed the address may not be who chose the present one: that one must not become good by this.
 */
async function confirmAddress(
  tx: TransactionSql,
  user: User,
  { signUp, now }: Pick<Proof, 'signUp' | 'now'>,
): Promise<void> {
  await handToOwner(tx, user, { session: null, passwordHash: signUp?.passwordHash ?? null, now });
  if (signUp !== null) await updateUser(tx, user.id, { userMetadata: signUp.userMetadata, now });
}

async function admit(
  tx: TransactionSql,
  { isFollowed, client }: ShownToken,
  { userId, type, challenge, now }: Proof,
): Promise<Accepted> {
  if (challenge === null || !isFollowed) {
    return { opened: await openSession(tx, { userId, method: 'otp', client, now }) };
  }
  const method = type === 'recovery' ? 'recovery' : 'otp';
  return { code: await createFlowState(tx, { userId, challenge, method, createdAt: now }) };
}
