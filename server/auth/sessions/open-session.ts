/** Opens a session for a user who has just proved who it is. */
import { decodeJwt } from 'jose';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { readUserMetadata, userToJson } from '#server/auth/accounts/user-json.ts';
import type { UserJson } from '#server/auth/accounts/user-json.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { startChain } from './refresh-tokens.ts';
import { insertSession } from './sessions.ts';
import type { NewSession, Session } from './sessions.ts';

/** A session with the token that renews it: what an answer is made from, after the commit. */
export type OpenSession = { readonly session: Session; readonly refreshToken: string };

/** The user must exist in this transaction and be locked by it. */
export async function openSession(tx: TransactionSql, proof: NewSession): Promise<OpenSession> {
  const { userId, now } = proof;
  await tx`update auth.users set last_sign_in_at = ${now} where id = ${userId}`;
  const session = await insertSession(tx, proof);
  return { session, refreshToken: await startChain(tx, session.id, now) };
}

/** What auth-js takes for a session: `access_token`, `refresh_token` and `expires_in` must be there. */
export type SessionJson = {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: UserJson;
};

/** Signs an access token for the session. Gives undefined where its user has been deleted meanwhile. */
export async function toSessionJson(
  { sql, tokens, settings }: AuthBase,
  { session, refreshToken }: OpenSession,
): Promise<SessionJson | undefined> {
  const user = await findUserById(sql, session.userId);
  if (user === undefined) return undefined;
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
  };
  const accessToken = await tokens.sign(claims, settings.accessTokenLifetime);
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.accessTokenLifetime,
    expires_at: decodeJwt(accessToken).exp ?? 0,
    refresh_token: refreshToken,
    user: userToJson(user),
  };
}
