/** Tokens in mailed links: each works once, for a while; only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Challenge } from './pkce.ts';

/** What a link proves. Later kinds are added here and in verify.ts. */
export type LinkType = 'recovery' | 'signup';

export type LinkToken = {
  readonly userId: string;
  readonly challenge: Challenge | null;
  readonly createdAt: Date;
};

type NewLinkToken = {
  readonly userId: string;
  readonly type: LinkType;
  readonly challenge: Challenge | null;
  readonly now: Date;
};

/** With this the link tells by itself in which flow its errors are to be shown. */
const PKCE_PREFIX = 'pkce_';

/** Gives the token of a new link. Earlier ones of its kind for this user no longer work. */
export async function createLinkToken(sql: ISql, { userId, type, challenge, now }: NewLinkToken): Promise<string> {
  const token = `${challenge === null ? '' : PKCE_PREFIX}${randomBytes(32).toString('base64url')}`;
  await deleteLinkTokens(sql, userId, type);
  await sql`
    insert into auth.one_time_tokens (token_hash, user_id, type, code_challenge, code_challenge_method, created_at)
    values (${toHash(token)}, ${userId}, ${type}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${now})`;
  return token;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

type Shown = { readonly token: string; readonly type: LinkType; readonly email?: string };

/** Locks the user of a token, and gives the id. Before the token itself, as a change of the password does it, too. */
export async function lockLinkUser(sql: ISql, { token, type, email = '' }: Shown): Promise<string | undefined> {
  const [user] = await sql<{ id: string }[]>`
    select id from auth.users where id = (
      select user_id from auth.one_time_tokens where token_hash = ${toHash(token)} and type = ${type}
    ) and (${email} = '' or email = ${email}) for update`;
  return user?.id;
}

/** Gives what the token stands for and uses it up; undefined where there is no such token. */
export async function takeLinkToken(sql: ISql, { token, type }: Shown): Promise<LinkToken | undefined> {
  const [row] = await sql<(Omit<LinkToken, 'challenge'> & Columns)[]>`
    delete from auth.one_time_tokens where token_hash = ${toHash(token)} and type = ${type}
    returning user_id as "userId", code_challenge as challenge, code_challenge_method as method,
      created_at as "createdAt"`;
  if (row === undefined) return undefined;
  const { challenge, method, ...rest } = row;
  return { ...rest, challenge: challenge === null || method === null ? null : { challenge, method } };
}

type Columns = { readonly challenge: string | null; readonly method: Challenge['method'] | null };

/** Makes a user's links of a kind useless. */
export async function deleteLinkTokens(sql: ISql, userId: string, type: LinkType): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId} and type = ${type}`;
}

function toHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
