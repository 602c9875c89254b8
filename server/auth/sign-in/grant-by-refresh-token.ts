/** POST /token?grant_type=refresh_token: renews a session with a new access token. */
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { findUserById, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { sendSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import { findSessionId, isRefreshToken, rotate } from '#server/auth/sessions/refresh-tokens.ts';
import { countSecondsLeft, endSession, lockSession, type Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { LOCK_NOT_AVAILABLE, readErrorCode } from '#server/result.ts';

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
  try {
    return yield* inTransaction(auth.sql, (tx) => renewInTransaction(auth, tx, renewal));
  } catch (error) {
    if (readErrorCode(error) === LOCK_NOT_AVAILABLE) return yield* fail('refresh-conflict');
    throw error;
  }
}

/** Failures commit as well, because a reused token and a session past its lifetime end the session. */
async function* renewInTransaction(auth: AuthContext, tx: TransactionSql, renewal: Renewal): Steps<Renewed> {
  const { token } = renewal;
  const sessionId = await findSessionId(tx, token);
  if (sessionId === undefined) return yield* fail('refresh-token-not-found');
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  await lockUserOfSession(tx, sessionId);
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

/**
 * Locks the user before the session, in the same order as other requests, to avoid deadlocks. A reused token inserts a
 * security event, which needs this lock. It does not block refreshes of the user's other sessions.
 */
async function lockUserOfSession(tx: TransactionSql, sessionId: string): Promise<void> {
  await tx`
    select from auth.users where id = (select user_id from auth.sessions where id = ${sessionId}) for key share`;
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
