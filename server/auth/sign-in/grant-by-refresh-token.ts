/** POST /token?grant_type=refresh_token: renews a session with a new access token. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { sendSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { findSessionId, isRefreshToken, rotate } from '#server/auth/sessions/refresh-tokens.ts';
import { countSecondsLeft, endSession, lockSession } from '#server/auth/sessions/sessions.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({ refresh_token: optionalText });

/** How long a request waits for the lock on its session before it gets 409. */
const LOCK_TIMEOUT = '5s';

/** Postgres, appendix A: lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

export async function grantByRefreshToken(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'refreshByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const token = body.value.refresh_token;
  if (!isRefreshToken(token)) return fail('refresh-token-malformed');
  const renewed = await renewSession(auth, { token, client: readClient(auth, c) });
  if (!renewed.ok) return renewed;
  if (!('reusedBy' in renewed.value)) return sendSession(auth, c, renewed.value);
  emailSecurityEvent(auth, renewed.value.reusedBy, REUSED);
  return fail('refresh-token-used');
}

const REUSED = { kind: 'session-reused' } as const;

/** The renewed session, or the user whose session ended because a used token was presented. */
type Renewed = OpenSession | { readonly reusedBy: User };

type Renewal = { readonly token: string; readonly client: SessionClient };

async function renewSession(auth: AuthContext, renewal: Renewal): Promise<Result<Renewed, AuthFailure>> {
  try {
    return await auth.sql.begin((tx) => renewInTransaction(auth, tx, renewal));
  } catch (error) {
    if (readErrorCode(error) === LOCK_NOT_AVAILABLE) return fail('refresh-conflict');
    throw error;
  }
}

/** Failures commit as well, because a reused token and a session past its lifetime end the session. */
async function renewInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  renewal: Renewal,
): Promise<Result<Renewed, AuthFailure>> {
  const { token } = renewal;
  const sessionId = await findSessionId(tx, token);
  if (sessionId === undefined) return fail('refresh-token-not-found');
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  await lockUserOfSession(tx, sessionId);
  const session = await lockSession(tx, sessionId);
  const user = session && (await findUserById(tx, session.userId));
  if (session === undefined || user === undefined) return fail('session-gone');
  if (isBanned(user, auth.now())) return fail('user-banned', { message: 'Invalid Refresh Token: User Banned' });
  if (countSecondsLeft(auth.settings, session, auth.now()) <= 0) {
    await endSession(tx, session.id);
    return fail('session-expired');
  }
  return rotateTokens(auth, tx, { ...renewal, session, user });
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

async function rotateTokens(
  { settings, now }: AuthContext,
  tx: TransactionSql,
  { token, client, session, user }: Rotatable,
): Promise<Result<Renewed, AuthFailure>> {
  const { id: sessionId, userId } = session;
  const reuseInterval = settings.refreshReuseInterval;
  const refreshToken = await rotate(tx, { token, sessionId, reuseInterval, now: now() });
  if (refreshToken === 'outdated') return fail('refresh-token-used');
  if (refreshToken === 'reused') {
    await recordSecurityEvent(tx, { userId, client, now: now() }, REUSED);
    return { ok: true, value: { reusedBy: user } };
  }
  // The list of devices shows the latest browser version and network.
  await tx`update auth.sessions set user_agent = ${client.userAgent}, ip = ${client.ip} where id = ${sessionId}`;
  return { ok: true, value: { session, refreshToken } };
}
