/** POST /token: signs in with a password or an authorization code, and renews a session with its refresh token. */
import * as v from 'valibot';
import { findWeakness } from '#server/auth/accounts/password-policy.ts';
import {
  emailSecurityEvent,
  recordSecurityEvent,
  type EventOrigin,
  type SecurityEvent,
} from '#server/auth/accounts/security-events.ts';
import {
  findUserByEmail,
  lockUser,
  parseEmailAddress,
  updateUser,
  findUserById,
  type User,
} from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import {
  deleteFlowStates,
  lockFlowState,
  matchesChallenge,
  queueBySecret,
  type FlowState,
} from '#server/auth/links/pkce.ts';
import { linkProfile } from '#server/auth/providers/resolve-user.ts';
import {
  choosePasswordSubject,
  limitPassword,
  queueByAccount,
  resetPasswordLimit,
} from '#server/auth/requests/limits.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, ifPasswords, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { openSession, toSessionJson, type OpenSession, sendSession } from '#server/auth/sessions/open-session.ts';
import {
  findSessionOfToken,
  isRefreshToken,
  rotate,
  type SessionOfToken,
} from '#server/auth/sessions/refresh-tokens.ts';
import { countSecondsLeft, endSession, lockSession, type Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { LOCK_NOT_AVAILABLE, readErrorCode } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
});

/** An unknown address takes the same time as a wrong password and gets the same response. */
export const grantByPassword = defineRoute({
  method: 'POST',
  path: '/token',
  grantType: 'password',
  offered: ifPasswords,
  limit: 'passwordByAddress',
  caller: anyone,
  body: jsonBody(bodySchema),
  captcha: true,
  async *work(auth, { c, client, body: { email, phone, password } }) {
    if (email === '') return yield* fail(phone === '' ? 'invalid-credentials' : 'phone-logins-disabled');
    // An invalid address gets the same response and counts like an address without an account.
    const user = yield* checkPassword(auth, { email: parseEmailAddress(email) ?? '', password }, client);
    const opened = yield* queueByAccount(auth, user.userId, () => openSessionByPassword(auth, user, client));
    const session = await toSessionJson(auth, opened);
    if (session === undefined) return yield* fail('invalid-credentials');
    const weakness = await findWeakness(auth, password);
    return c.json({ ...session, ...(weakness && { weak_password: weakness }) });
  },
});

type Credentials = { readonly email: string; readonly password: string };

type Checked = {
  readonly userId: string;
  /** The hash that the password matched. */
  readonly passwordHash: string | null;
  /** The hash that replaces it, if the old one is outdated. */
  readonly newHash: string | undefined;
};

/** Verifies the password and returns its user. */
async function* checkPassword(
  auth: AuthContext,
  { email, password }: Credentials,
  { ip }: SessionClient,
): Steps<Checked> {
  const subject = await choosePasswordSubject(auth.sql, email, ip);
  yield* limitPassword(auth, subject);
  const user = await findUserByEmail(auth.sql, email);
  const { matches, outdated } = await auth.passwords.check(password, user?.passwordHash ?? null);
  if (user === undefined || !matches) return yield* fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
  const newHash = outdated ? await auth.passwords.hash(password) : undefined;
  return { userId: user.id, passwordHash: user.passwordHash, newHash };
}

/** Opens the session. Only a correct password reveals that an account is unconfirmed or banned. */
async function* openSessionByPassword(
  auth: AuthContext,
  { userId, passwordHash, newHash }: Checked,
  client: SessionClient,
): Steps<OpenSession> {
  return yield* inTransaction(auth.sql, async function* (tx): Steps<OpenSession> {
    // Read again under the lock: the user may have changed and the sessions may have ended during the password check.
    const user = await lockUser(tx, userId);
    if (user === undefined || user.passwordHash !== passwordHash) return yield* fail('invalid-credentials');
    const now = auth.now();
    if (user.emailConfirmedAt === null) return yield* fail('email-not-confirmed');
    if (isBanned(user, now)) return yield* fail('user-banned');
    if (newHash !== undefined) await updateUser(tx, userId, { passwordHash: newHash, now });
    return await openSession(tx, { userId, method: 'password', client, now });
  });
}

/** How long a request waits for the lock on its session before it gets 409. */
const LOCK_TIMEOUT = '5s';

export const grantByRefreshToken = defineRoute({
  method: 'POST',
  path: '/token',
  grantType: 'refresh_token',
  limit: 'refreshByAddress',
  caller: anyone,
  body: jsonBody(v.object({ refresh_token: optionalText })),
  async *work(auth, { c, client, body: { refresh_token: token } }) {
    if (!isRefreshToken(token)) return yield* fail('refresh-token-malformed');
    const renewed = yield* renewSession(auth, { token, client });
    if (!('reusedBy' in renewed)) return yield* sendSession(auth, c, renewed);
    emailSecurityEvent(auth, renewed.reusedBy, REUSED);
    return yield* fail('refresh-token-used');
  },
});

const REUSED = { kind: 'session-reused' } as const;

/** The renewed session, or the user whose session ended because a used token was presented. */
type Renewed = OpenSession | { readonly reusedBy: User };

type Renewal = { readonly token: string; readonly client: SessionClient };

async function* renewSession(auth: AuthContext, renewal: Renewal): Steps<Renewed> {
  const found = await findSessionOfToken(auth.sql, renewal.token);
  if (found === undefined) return yield* fail('refresh-token-not-found');
  try {
    return yield* queueByAccount(auth, found.userId, () =>
      inTransaction(auth.sql, (tx) => renewInTransaction(auth, tx, { ...renewal, ...found })),
    );
  } catch (error) {
    if (readErrorCode(error) === LOCK_NOT_AVAILABLE) return yield* fail('refresh-conflict');
    throw error;
  }
}

/** Failures commit as well, because a reused token and a session past its lifetime end the session. */
async function* renewInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  renewal: Renewal & SessionOfToken,
): Steps<Renewed> {
  const { userId, sessionId } = renewal;
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  // The user before the session, in the same order as other requests, to avoid deadlocks. A reused token inserts a security
  // event, which needs this lock. It does not block refreshes of the user's other sessions.
  await tx`select from auth.users where id = ${userId} for key share`;
  const session = await lockSession(tx, sessionId);
  const user = session && (await findUserById(tx, session.userId));
  if (session === undefined || user === undefined) return yield* fail('session-gone');
  if (isBanned(user, auth.now())) return yield* fail('user-banned', { message: 'Invalid Refresh Token: User Banned' });
  if (countSecondsLeft(auth.settings, session, auth.now()) <= 0) {
    await endSession(tx, session.id);
    return yield* fail('session-expired');
  }
  return yield* rotateTokens(auth, tx, { ...renewal, session, user });
}

type Rotatable = Renewal & { readonly session: Session; readonly user: User };

async function* rotateTokens(
  { settings, now }: AuthContext,
  tx: TransactionSql,
  { token, client, session, user }: Rotatable,
): Steps<Renewed> {
  const { id: sessionId, userId } = session;
  const reuseInterval = settings.refreshReuseInterval;
  const refreshToken = await rotate(tx, { token, sessionId, reuseInterval, now: now() });
  // The client may retry: one of its tabs that has verified a second factor is about to store the new chain's token.
  if (refreshToken === 'outdated') return yield* fail('refresh-conflict');
  if (refreshToken === 'reused') {
    await recordSecurityEvent(tx, { userId, client, now: now() }, REUSED);
    return { reusedBy: user };
  }
  // The list of devices shows the latest browser version and network.
  await tx`update auth.sessions set user_agent = ${client.userAgent}, ip = ${client.ip} where id = ${sessionId}`;
  return { session, refreshToken };
}

const CODE_LIFETIME = 5 * 60_000;

const INCOMPLETE = 'invalid request: both auth code and code verifier should be non-empty';

export const grantByCode = defineRoute({
  method: 'POST',
  path: '/token',
  grantType: 'pkce',
  limit: 'verifyByAddress',
  caller: anyone,
  body: jsonBody(v.object({ auth_code: optionalText, code_verifier: optionalText })),
  async *work(auth, { c, client, body: { auth_code: code, code_verifier: verifier } }) {
    if (code === '' || verifier === '') return yield* fail('validation-failed', { message: INCOMPLETE });
    const { linked, ...opened } = yield* queueBySecret(auth, code, () =>
      exchangeCode(auth, { code, verifier, client }),
    );
    if (linked !== null) emailSecurityEvent(auth, linked.user, toEvent(linked.provider));
    return yield* sendSession(auth, c, opened);
  },
});

type PresentedCode = { readonly code: string; readonly verifier: string; readonly client: SessionClient };

const toEvent = (provider: string): SecurityEvent => ({ kind: 'provider-linked', detail: provider });

/** The session, and the identity that the exchange linked. */
type Exchanged = OpenSession & { readonly linked: { readonly user: User; readonly provider: string } | null };

/** A wrong verifier does not invalidate the code: guessing 43 characters is hopeless. */
async function* exchangeCode({ sql, now }: AuthContext, { code, verifier, client }: PresentedCode): Steps<Exchanged> {
  return yield* inTransaction(sql, async function* (tx): Steps<Exchanged> {
    const flow = await lockFlowState(tx, code);
    if (flow === undefined) return yield* fail('flow-not-found');
    const { userId, method } = flow;
    if (now().getTime() - flow.createdAt.getTime() > CODE_LIFETIME) {
      await deleteFlowStates(tx, userId);
      return yield* fail('flow-expired');
    }
    if (!matchesChallenge(verifier, flow.challenge)) return yield* fail('wrong-verifier');
    await deleteFlowStates(tx, userId);
    const linked = yield* completeLink(tx, flow, { userId, client, now: now() });
    const opened = await openSession(tx, { userId, method, client, now: now() });
    return { ...opened, linked };
  });
}

/** Links the identity if the code is for linking one. A failure uses the code up. */
async function* completeLink(
  tx: TransactionSql,
  { linking }: FlowState,
  origin: EventOrigin,
): Steps<Exchanged['linked']> {
  if (linking === null) return null;
  const { provider, profile, sessionId } = linking;
  const { userId, now } = origin;
  const user = yield* linkProfile(tx, { linking: { userId, sessionId }, identity: { provider, profile, now } });
  await recordSecurityEvent(tx, origin, toEvent(provider));
  return { user, provider };
}
