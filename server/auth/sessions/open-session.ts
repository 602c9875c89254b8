/** Opens sessions and creates the responses that contain their tokens. */
import type { Context } from 'hono';
import { decodeJwt } from 'jose';
import { readUserMetadata, userToJson } from '#server/auth/accounts/user-json.ts';
import type { UserJson } from '#server/auth/accounts/user-json.ts';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { noteDevice } from './known-devices.ts';
import { startTokenChain } from './refresh-tokens.ts';
import type { RefreshToken } from './refresh-tokens.ts';
import { countSecondsLeft, insertSession } from './sessions.ts';
import type { NewSession, Session } from './sessions.ts';

/** A session and its refresh token. The response is created from these after the commit. */
export type OpenSession = {
  readonly session: Session;
  readonly refreshToken: RefreshToken;
  /** Set if the sign-in came from a new device or network. */
  readonly isNewDevice?: boolean;
};

/** Opens a session for a user who just authenticated. The transaction must have locked the user. */
export async function openSession(tx: TransactionSql, proof: NewSession): Promise<OpenSession> {
  const { userId, now } = proof;
  await tx`update auth.users set last_sign_in_at = ${now} where id = ${userId}`;
  const session = await insertSession(tx, proof);
  const refreshToken = await startTokenChain(tx, session.id, now);
  const isNewDevice = await noteDevice(tx, proof);
  if (isNewDevice) await recordSecurityEvent(tx, proof, NEW_SIGN_IN);
  return { session, refreshToken, isNewDevice };
}

const NEW_SIGN_IN = { kind: 'new-sign-in' } as const;

/** The session as auth-js expects it: `access_token`, `refresh_token` and `expires_in` are required. */
export type SessionJson = {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: UserJson;
};

/** Signs an access token for a session. Returns undefined if the user has been deleted. */
export async function toSessionJson(
  auth: AuthContext,
  { session, refreshToken, isNewDevice }: OpenSession,
): Promise<SessionJson | undefined> {
  const { sql, tokens, settings } = auth;
  const user = await findUserById(sql, session.userId);
  if (user === undefined) return undefined;
  if (isNewDevice === true) emailSecurityEvent(auth, user, NEW_SIGN_IN);
  const claims = {
    sub: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.appMetadata,
    user_metadata: readUserMetadata(user),
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    // Read by trackAccessUse.
    ...(refreshToken.successorId !== null && { refresh_token_id: refreshToken.successorId }),
  };
  const secondsLeft = Math.max(1, countSecondsLeft(settings, session, auth.now()));
  const lifetime = Math.min(settings.accessTokenLifetime, secondsLeft);
  const accessToken = await tokens.sign(claims, lifetime);
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: decodeJwt(accessToken).exp ?? 0,
    refresh_token: refreshToken.text,
    user: userToJson(user),
  };
}

export async function sendSession(
  auth: AuthContext,
  c: Context,
  opened: OpenSession,
): Promise<Result<Response, AuthFailure>> {
  const session = await toSessionJson(auth, opened);
  return session === undefined ? fail('session-gone') : { ok: true, value: c.json(session) };
}
