/** Tokens in mailed links: each works once, for a while; only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Challenge } from './pkce.ts';

/** What a link is for. A change of address has one link for each address. */
export type LinkType = 'recovery' | 'signup' | 'email_change_current' | 'email_change_new';

export type LinkToken = {
  readonly userId: string;
  readonly type: LinkType;
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
  await deleteLinkTokensOf(sql, userId, [type]);
  await sql`
    insert into auth.one_time_tokens (token_hash, user_id, type, code_challenge, code_challenge_method, created_at)
    values (${toHash(token)}, ${userId}, ${type}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${now})`;
  return token;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

type Shown = { readonly token: string; readonly types: readonly LinkType[]; readonly email?: string };

/**
 * Locks the user of a token, and gives the id. Before the token itself, as a change of the password does it, too.
 * Where whoever shows the token has to name the address that it was sent to, that must be the right one.
 */
export async function lockLinkUser(sql: ISql, { token, types, email = '' }: Shown): Promise<string | undefined> {
  const [user] = await sql<{ id: string }[]>`
    select u.id from auth.users u join auth.one_time_tokens t on t.user_id = u.id
    where t.token_hash = ${toHash(token)} and t.type in ${sql(types)}
      and (${email} = '' or ${email} = case t.type when 'email_change_new' then u.email_change else u.email end)
    for update of u`;
  return user?.id;
}

/** Gives what the token stands for and uses it up; undefined where there is no such token. */
export async function takeLinkToken(sql: ISql, { token, types }: Shown): Promise<LinkToken | undefined> {
  const [row] = await sql<(Omit<LinkToken, 'challenge'> & Columns)[]>`
    delete from auth.one_time_tokens where token_hash = ${toHash(token)} and type in ${sql(types)}
    returning user_id as "userId", type, code_challenge as challenge, code_challenge_method as method,
      created_at as "createdAt"`;
  if (row === undefined) return undefined;
  const { challenge, method, ...rest } = row;
  return { ...rest, challenge: challenge === null || method === null ? null : { challenge, method } };
}

type Columns = { readonly challenge: string | null; readonly method: Challenge['method'] | null };

/** Makes a user's links of these kinds useless. */
export async function deleteLinkTokensOf(sql: ISql, userId: string, types: readonly LinkType[]): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId} and type in ${sql(types)}`;
}

/** Makes all links of a user useless. */
export async function deleteLinkTokens(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

function toHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
