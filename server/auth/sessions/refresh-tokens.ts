/**
 * Refresh token rotation: each token works once and is replaced by its only successor. The database stores only hashes.
 *
 * A client that lost a response sends the old token again and must get the active token, which cannot be recovered
 * from its hash. So a successor is the HMAC-SHA-256 of a stored nonce, keyed with the token before it: a presented
 * token and the nonces recompute its successors. Neither is enough alone. A stolen database has no token to start from,
 * and a stolen token has no nonces.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import { isConnectionLost } from '#server/database/connection.ts';
import type { Caller, Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';

type ChainToken = {
  readonly id: string;
  readonly parentId: string | null;
  readonly nonce: Buffer;
  readonly revokedAt: Date | null;
  readonly accessUsedAt: Date | null;
};

/** A refresh token that is sent to a client. */
export type RefreshToken = {
  readonly text: string;
  /** The row of a token that replaced another one. Null for the first token of a chain. */
  readonly successorId: string | null;
};

/** Whether the text has the format of a refresh token of this server or of hosted Supabase. */
export function isRefreshToken(text: string): boolean {
  return /^[\w-]{12,128}$/.test(text);
}

/**
 * Starts a new token chain after the user verified a second factor, and revokes all earlier tokens of the session. An
 * attacker who stole one of those never verified a second factor. A client that loses the response has to verify the
 * factor or sign in again.
 */
export async function restartTokenChain(sql: ISql, sessionId: string, now: Date): Promise<RefreshToken> {
  await revokeChains(sql, sessionId, now);
  return startTokenChain(sql, sessionId, now);
}

/** Starts a token chain and returns its first token. */
export async function startTokenChain(sql: ISql, sessionId: string, now: Date): Promise<RefreshToken> {
  const token = randomBytes(32).toString('base64url');
  await insertToken(sql, { token, nonce: randomBytes(32), sessionId, parentId: null, now });
  return { text: token, successorId: null };
}

/** Returns the session id of a token, even if the token can no longer be used. */
export async function findSessionOfToken(sql: ISql, token: string): Promise<SessionOfToken | undefined> {
  const [found] = await sql<SessionOfToken[]>`
    select s.id as "sessionId", s.user_id as "userId" from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token_hash = ${hashToken(token)}`;
  return found;
}

export type SessionOfToken = { readonly sessionId: string; readonly userId: string };

type Rotation = {
  readonly token: string;
  readonly sessionId: string;
  /** Seconds. */
  readonly reuseInterval: number;
  readonly now: Date;
};

/**
 * Rotates a token of a session that the transaction has locked.
 * @returns a new token if the presented one is active. If it was already used, returns the active token, provided that
 * the presented one was used within the reuse interval, or is the parent of the active one and no access token of that
 * was used yet: then the client lost the response. Otherwise ends the session and returns `reused`, because two parties
 * have its tokens. For a token of a chain that was replaced by another, returns `outdated` and keeps the session during
 * the reuse interval, because another tab may not know the new chain yet. Its client may ask again.
 */
export async function rotate(sql: ISql, rotation: Rotation): Promise<RefreshToken | 'reused' | 'outdated'> {
  const { token, sessionId } = rotation;
  const [presented, ...later] = await readChain(sql, rotation);
  if (presented === undefined) return 'outdated';
  if (presented.revokedAt === null) return replace(sql, rotation, presented);
  const last = later.at(-1) ?? presented;
  if (last.revokedAt === null && (isRecent(presented, rotation) || isResponseLost(presented, last))) {
    const text = later.reduce((parent, { nonce }) => deriveSuccessor(parent, nonce), token);
    return { text, successorId: last.id };
  }
  if (isRecent(last, rotation)) return 'outdated';
  await sql`delete from auth.sessions where id = ${sessionId}`;
  return 'reused';
}

function isRecent({ revokedAt }: ChainToken, { reuseInterval, now }: Rotation): boolean {
  return revokedAt !== null && now.getTime() - revokedAt.getTime() <= reuseInterval * 1000;
}

const isResponseLost = (presented: ChainToken, last: ChainToken): boolean =>
  last.parentId === presented.id && last.accessUsedAt === null;

/** Records that an access token issued with a refresh token was used. From then on the refresh token's parent is invalid. */
async function markAccessUsed(sql: ISql, id: string, now: Date): Promise<void> {
  await sql`update auth.refresh_tokens set access_used_at = ${now} where id = ${id} and access_used_at is null`;
}

async function revokeChains(sql: ISql, sessionId: string, now: Date): Promise<void> {
  await sql`update auth.refresh_tokens set revoked_at = ${now} where session_id = ${sessionId} and revoked_at is null`;
}

/** Returns the presented token and its successors in order. */
async function readChain(sql: ISql, { token, sessionId }: Rotation): Promise<readonly ChainToken[]> {
  return sql<ChainToken[]>`
    with recursive chain as (
      select t.id, t.parent_id, t.nonce, t.revoked_at, t.access_used_at from auth.refresh_tokens t
      where t.token_hash = ${hashToken(token)} and t.session_id = ${sessionId}
      union all
      select t.id, t.parent_id, t.nonce, t.revoked_at, t.access_used_at
      from auth.refresh_tokens t join chain c on t.parent_id = c.id
    )
    select id, parent_id as "parentId", nonce, revoked_at as "revokedAt", access_used_at as "accessUsedAt"
    from chain order by id`;
}

async function replace(sql: ISql, { token, sessionId, now }: Rotation, { id }: ChainToken): Promise<RefreshToken> {
  const nonce = randomBytes(32);
  const child = deriveSuccessor(token, nonce);
  await sql`update auth.refresh_tokens set revoked_at = ${now} where id = ${id}`;
  const successorId = await insertToken(sql, { token: child, nonce, sessionId, parentId: id, now });
  await sql`update auth.sessions set refreshed_at = ${now} where id = ${sessionId}`;
  // Old used tokens serve only to detect theft. Without this, long-lived sessions would fill the table.
  await sql`delete from auth.refresh_tokens
    where session_id = ${sessionId} and revoked_at < ${new Date(now.getTime() - KEPT_FOR)}`;
  return { text: child, successorId };
}

const KEPT_FOR = 30 * 24 * 3600 * 1000;

type NewChainToken = {
  readonly token: string;
  readonly nonce: Buffer;
  readonly sessionId: string;
  readonly parentId: string | null;
  readonly now: Date;
};

async function insertToken(sql: ISql, { token, nonce, sessionId, parentId, now }: NewChainToken): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.refresh_tokens (token_hash, nonce, session_id, parent_id, created_at)
    values (${hashToken(token)}, ${nonce}, ${sessionId}, ${parentId}, ${now}) returning id`;
  if (row === undefined) throw new Error('An inserted refresh token is not there.');
  return row.id;
}

function deriveSuccessor(token: string, nonce: Buffer): string {
  return createHmac('sha256', token).update(nonce).digest('base64url');
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The number of tokens that are remembered as recorded. */
const REMEMBERED = 5000;

/**
 * Creates the function that tokens call with each verified caller. It takes one small write for each renewed session and
 * hour. The request waits for it: otherwise a thief could present the previous refresh token first.
 * @param now milliseconds since 1970
 */
export function trackAccessUse(sql: Sql, now: () => number): (caller: Caller) => Promise<void> {
  const recorded = new Set<string>();
  const record = async (id: string): Promise<void> => {
    recorded.add(id);
    const [oldest] = recorded;
    if (recorded.size > REMEMBERED && oldest !== undefined) recorded.delete(oldest);
    try {
      await markAccessUsed(sql, id, new Date(now()));
    } catch (error) {
      recorded.delete(id);
      if (!isConnectionLost(error)) reportBug(error);
    }
  };
  return async ({ claims: { refresh_token_id: id } }) => {
    if (typeof id === 'string' && /^\d{1,18}$/.test(id) && !recorded.has(id)) await record(id);
  };
}
