/**
 * Refresh tokens: each works once and is replaced by its only successor; only hashes are kept.
 *
 * A client that did not hear the answer shows the old token again and must get the token that is active now, which no hash
 * gives back. So a successor is HMAC-SHA-256 of a nonce, under the token before it: whoever shows a token lets us make its
 * successors again with the nonces that stand beside the hashes. Neither alone is enough: a stolen database has no token to
 * start from, and a stolen token has no nonce.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';

type Link = {
  readonly id: string;
  readonly parentId: string | null;
  readonly nonce: Buffer;
  readonly revokedAt: Date | null;
};

/** Anything else was never given out, by us or by the hosted service. */
export function isRefreshToken(text: string): boolean {
  return /^[\w-]{12,128}$/.test(text);
}

/**
 * Gives the first token of a session whose user has just shown a second step, which the session's earlier tokens are not
 * worth: who stole one of them knows no second step. They are void from now on, also for who does not hear this answer, and
 * shows the second step again or signs in again.
 */
export async function restartChain(sql: ISql, sessionId: string, now: Date): Promise<string> {
  await revokeChains(sql, sessionId, now);
  return startChain(sql, sessionId, now);
}

/** Gives the first token of a session. */
export async function startChain(sql: ISql, sessionId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertLink(sql, { token, nonce: randomBytes(32), sessionId, parentId: null, now });
  return token;
}

/** Gives the session of a token, whether the token may still be used or not. */
export async function findSessionId(sql: ISql, token: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select session_id as id from auth.refresh_tokens where token_hash = ${toHash(token)}`;
  return row?.id;
}

export type Rotation = {
  readonly token: string;
  readonly sessionId: string;
  /** Seconds. */
  readonly reuseInterval: number;
  readonly now: Date;
};

/**
 * Takes a token of a session that the transaction has locked. Gives the token to go on with: a new one, or the active one
 * where the token has been used but is the active one's parent, at any time, or was used only just now.
 * Gives undefined where it was used before that: then all tokens of the session are revoked, since two parties hold them.
 * Gives undefined, too, for a token of a chain that was given up for another: what took its place goes on while that is only
 * just so, since another tab may not have heard of it.
 */
export async function rotate(sql: ISql, rotation: Rotation): Promise<string | undefined> {
  const { token, sessionId, reuseInterval, now } = rotation;
  const [shown, ...later] = await readChain(sql, rotation);
  if (shown === undefined) return undefined;
  if (shown.revokedAt === null) return replace(sql, rotation, shown);
  const last = later.at(-1) ?? shown;
  const isRecent = ({ revokedAt }: Link): boolean =>
    revokedAt !== null && now.getTime() - revokedAt.getTime() <= reuseInterval * 1000;
  if (last.revokedAt === null && (isRecent(shown) || last.parentId === shown.id)) {
    return later.reduce((parent, { nonce }) => succeed(parent, nonce), token);
  }
  if (!isRecent(last)) await revokeChains(sql, sessionId, now);
  return undefined;
}

async function revokeChains(sql: ISql, sessionId: string, now: Date): Promise<void> {
  await sql`update auth.refresh_tokens set revoked_at = ${now} where session_id = ${sessionId} and revoked_at is null`;
}

/** Gives the link of the token and those after it, one the parent of the next. */
async function readChain(sql: ISql, { token, sessionId }: Rotation): Promise<readonly Link[]> {
  return sql<Link[]>`
    with recursive chain as (
      select t.id, t.parent_id, t.nonce, t.revoked_at from auth.refresh_tokens t
      where t.token_hash = ${toHash(token)} and t.session_id = ${sessionId}
      union all
      select t.id, t.parent_id, t.nonce, t.revoked_at from auth.refresh_tokens t join chain c on t.parent_id = c.id
    )
    select id, parent_id as "parentId", nonce, revoked_at as "revokedAt" from chain order by id`;
}

async function replace(sql: ISql, { token, sessionId, now }: Rotation, { id }: Link): Promise<string> {
  const nonce = randomBytes(32);
  const child = succeed(token, nonce);
  await sql`update auth.refresh_tokens set revoked_at = ${now} where id = ${id}`;
  await insertLink(sql, { token: child, nonce, sessionId, parentId: id, now });
  await sql`update auth.sessions set refreshed_at = ${now} where id = ${sessionId}`;
  // Long used tokens only serve to notice theft; a year of sessions that never end would fill the table with them.
  await sql`delete from auth.refresh_tokens
    where session_id = ${sessionId} and revoked_at < ${new Date(now.getTime() - KEPT_FOR)}`;
  return child;
}

const KEPT_FOR = 30 * 24 * 3600 * 1000;

type NewLink = {
  readonly token: string;
  readonly nonce: Buffer;
  readonly sessionId: string;
  readonly parentId: string | null;
  readonly now: Date;
};

async function insertLink(sql: ISql, { token, nonce, sessionId, parentId, now }: NewLink): Promise<void> {
  await sql`insert into auth.refresh_tokens (token_hash, nonce, session_id, parent_id, created_at)
    values (${toHash(token)}, ${nonce}, ${sessionId}, ${parentId}, ${now})`;
}

function succeed(token: string, nonce: Buffer): string {
  return createHmac('sha256', token).update(nonce).digest('base64url');
}

function toHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
