/** GET and POST /verify: accepts the token of an emailed link, from a browser or an app. It confirms or changes the address and signs the user in. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { recordSecurityEvent, sendAccountEmail } from '#server/auth/accounts/security-events.ts';
import {
  parseEmailAddress,
  confirmStatus,
  findUserByEmail,
  findUserById,
  updateUser,
  type User,
} from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parsePhoneNumber, WRONG_PHONE_NUMBER } from '#server/auth/factors/enrollment.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, jsonBody, anyone, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, refuse, runSteps, type Steps, type Checks, inTransaction } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { sendSession, openSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/result.ts';
import { claimAccount, revokePendingFlows, endLapsedChange } from './claim-account.ts';
import {
  isPkceToken,
  toToken,
  type LinkType,
  deleteLinkTokensOf,
  lockLinkUser,
  consumeLinkToken,
  type LinkToken,
} from './one-time-tokens.ts';
import { createFlowState, queueBySecret } from './pkce.ts';
import { chooseRedirect, describeFailure, describeSuccess, type AcceptedLink } from './redirects.ts';

/** The link types for each type that clients send. */
const linkTypes: ReadonlyMap<string, readonly LinkType[]> = new Map([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['magiclink', ['magiclink']],
  ['invite', ['invite']],
  ['email', ['signup', 'magiclink', 'invite']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

/** Handles a followed link. The browser is always redirected to an allowed destination, even after a failure. */
export const followLink = defineRoute({
  method: 'GET',
  path: '/verify',
  spare(c) {
    // Link scanners must not consume the token.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    // Prefetching browsers must not either. After this response they ask again when the user navigates.
    return isPrefetch(c) ? c.body(null, 503) : null;
  },
  limit: 'verifyByAddress',
  caller: anyone,
  body: noBody,
  async *work(auth, { c, client }) {
    const { token = '', type = '' } = c.req.query();
    const accepted = yield* acceptPresented(auth, { token, type, isFollowed: true, client });
    return c.redirect(yield* describeSuccess(auth, accepted, { redirectTo: chooseTarget(auth, c), type }), 303);
  },
  onFailure: (auth, c, failure) =>
    c.redirect(describeFailure(failure, chooseTarget(auth, c), isPkceToken(c.req.query('token') ?? '')), 303),
});

const chooseTarget = ({ settings }: AuthContext, c: Context): string =>
  chooseRedirect(settings, c.req.query('redirect_to') ?? '');

/** Detects prefetches by the Sec-Purpose header (Fetch Standard, section 2.2.7) and its predecessors. */
function isPrefetch(c: Context): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(c.req.header(name) ?? ''));
}

type Presented = Omit<PresentedToken, 'types'> & { readonly type: string };

async function* acceptPresented(auth: AuthContext, presented: Presented): Steps<AcceptedLink> {
  const types = linkTypes.get(presented.type);
  if (types === undefined) return yield* fail('validation-failed', { message: 'Invalid email verification type' });
  // All other links replace a password. Those sent before passwords were switched off are refused, but not used up.
  if (!auth.settings.passwords && presented.type !== 'email_change') return yield* fail('password-logins-disabled');
  return yield* queueBySecret(auth, presented.token, () => acceptLink(auth, { ...presented, types }));
}

const bodySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** Handles a token that an app sends, alone or with the address that the link was sent to. */
export const verifyToken = defineRoute({
  method: 'POST',
  path: '/verify',
  limit: 'verifyByAddress',
  caller: anyone,
  body: jsonBody(bodySchema),
  async *work(auth, { c, client, body }) {
    const { whenDead, ...presented } = yield* parsePresented(body);
    const accepted = await runSteps(acceptPresented(auth, { ...presented, client }));
    if (!accepted.ok) {
      return yield* accepted.failure.type === 'link-dead' ? fail(whenDead) : refuse(accepted.failure);
    }
    if ('opened' in accepted.value) return yield* sendSession(auth, c, accepted.value.opened);
    // GoTrue, verify.go: the response to the first of two confirmations of a change.
    if ('message' in accepted.value) return c.json({ msg: accepted.value.message, code: '200' });
    return yield* fail(whenDead);
  },
});

type PresentedByApp = Omit<Presented, 'client'> & { readonly whenDead: 'link-dead' | 'token-dead' };

function* parsePresented(body: v.InferOutput<typeof bodySchema>): Checks<PresentedByApp> {
  const presented = { type: body.type, isFollowed: false };
  if (body.token_hash !== '') return { ...presented, token: body.token_hash, whenDead: 'link-dead' };
  if (body.token === '') return yield* fail('validation-failed', { message: 'Verify requires a token' });
  if (body.email === '' && body.phone !== '') return yield* refusePhone(body.phone);
  const email = parseEmailAddress(body.email);
  if (email === undefined) return yield* fail('invalid-email');
  return { ...presented, token: toToken(email, body.token), email, whenDead: 'token-dead' };
}

/** No text message has a code for this route, so every code is as good as an expired one. */
function* refusePhone(phone: string): Checks<never> {
  if (parsePhoneNumber(phone) === undefined) return yield* fail('validation-failed', { message: WRONG_PHONE_NUMBER });
  return yield* fail('token-dead');
}

type PresentedToken = {
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
async function* acceptLink(auth: AuthContext, presented: PresentedToken): Steps<AcceptedLink> {
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
