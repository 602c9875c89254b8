/** Opens sessions, recognizes new devices, and creates the responses that contain the tokens. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { decodeJwt } from 'jose';
import type { ISql } from 'postgres';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { readUserMetadata, userToJson, type UserJson } from '#server/auth/accounts/user-json.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { SessionClient } from '#server/auth/requests/route.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import { startTokenChain, type RefreshToken } from './refresh-tokens.ts';
import { countSecondsLeft, insertSession, type NewSession, type Session } from './sessions.ts';

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
  const isNewDevice = await recordDevice(tx, proof);
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
    user: userToJson(auth, user),
  };
}

export async function* sendSession(auth: AuthContext, c: Context, opened: OpenSession): Steps<Response> {
  const session = await toSessionJson(auth, opened);
  return session === undefined ? yield* fail('session-gone') : c.json(session);
}

/** After this time without a sign-in, a device is new again. */
const KEPT_FOR = 180 * 24 * 3600 * 1000;

/** The most devices of an account. A caller with the password can invent browsers, and each would be a row. */
const MOST_DEVICES = 100;

type SignIn = { readonly userId: string; readonly client: SessionClient; readonly now: Date };

/**
 * Remembers the device and network of a sign-in, and forgets the ones that were unused for longest.
 * @returns whether they are new, although the account has signed in before
 */
async function recordDevice(sql: ISql, { userId, client, now }: SignIn): Promise<boolean> {
  const device = hashDevice(userId, client);
  await sql`delete from auth.known_devices
    where user_id = ${userId} and (last_used_at < ${new Date(now.getTime() - KEPT_FOR)} or device_hash in (
      select device_hash from auth.known_devices where user_id = ${userId} and device_hash <> ${device}
       order by last_used_at desc, device_hash offset ${MOST_DEVICES - 1}))`;
  const [row] = await sql<{ isFirst: boolean; isKnown: boolean }[]>`
    with earlier as (select device_hash from auth.known_devices where user_id = ${userId}),
    noted as (
      insert into auth.known_devices (user_id, device_hash, last_used_at)
      values (${userId}, ${device}, ${now})
      on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
    )
    select not exists (select from earlier) as "isFirst",
      exists (select from earlier where device_hash = ${device}) as "isKnown"`;
  return row !== undefined && !row.isFirst && !row.isKnown;
}

/** Versions are left out, so that an updated browser is the same device. */
function hashDevice(userId: string, { userAgent, ip }: SessionClient): Buffer {
  const browser = userAgent.replaceAll(/[\d._]+/g, '');
  return createHash('sha256')
    .update(JSON.stringify([userId, browser, groupAddress(ip)]))
    .digest();
}
