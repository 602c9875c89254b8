/** Tokens in mailed links: each works once, for a while; only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import type { Challenge } from './pkce.ts';

/** What a link is for. A change of address has one link for each address. */
export type LinkType = 'recovery' | 'signup' | 'email_change_current' | 'email_change_new';

/** What somebody who signs up has chosen. Without a password where it is not known whose it would be. */
export type SignUp = { readonly passwordHash: string | null; readonly userMetadata: Metadata };

export type LinkToken = {
  readonly userId: string;
  readonly type: LinkType;
  readonly challenge: Challenge | null;
  /** What the account becomes by this link; null where the link is for something else. */
  readonly signUp: SignUp | null;
  readonly createdAt: Date;
};

type NewLinkToken = Omit<LinkToken, 'createdAt'> & { readonly now: Date };

/** With this the link tells by itself in which flow its errors are to be shown. */
const PKCE_PREFIX = 'pkce_';

/**
 * How many links of a kind a user has at most. Asking for one must not make useless what somebody else asked for, who may be
 * the owner: with a mail a minute, as usual, and a link that lives for an hour, nobody pushes another's out.
 */
const KEPT_LINKS = 60;

/** Gives the token of a new link. The user must be locked. */
export async function createLinkToken(sql: ISql, wanted: NewLinkToken): Promise<string> {
  const { userId, type, challenge, signUp, now } = wanted;
  const token = `${challenge === null ? '' : PKCE_PREFIX}${randomBytes(32).toString('base64url')}`;
  await sql`
    delete from auth.one_time_tokens where token_hash in (
      select token_hash from auth.one_time_tokens where user_id = ${userId} and type = ${type}
      order by created_at desc offset ${KEPT_LINKS - 1}
    )`;
  const flow = challenge ?? { challenge: null, method: null };
  const chosen = toColumns(signUp);
  await sql`
    insert into auth.one_time_tokens
      (token_hash, user_id, type, code_challenge, code_challenge_method, password_hash, user_metadata, created_at)
    values (${toHash(token)}, ${userId}, ${type}, ${flow.challenge}, ${flow.method},
      ${chosen.passwordHash}, ${chosen.userMetadata}::text::jsonb, ${now})`;
  return token;
}

function toColumns(signUp: SignUp | null): Readonly<Record<keyof SignUp, string | null>> {
  if (signUp === null) return { passwordHash: null, userMetadata: null };
  return { ...signUp, userMetadata: JSON.stringify(signUp.userMetadata) };
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
  const [row] = await sql<(Omit<LinkToken, 'challenge' | 'signUp'> & Columns)[]>`
    delete from auth.one_time_tokens where token_hash = ${toHash(token)} and type in ${sql(types)}
    returning user_id as "userId", type, code_challenge as challenge, code_challenge_method as method,
      password_hash as "passwordHash", user_metadata as "userMetadata", created_at as "createdAt"`;
  if (row === undefined) return undefined;
  const { challenge, method, passwordHash, userMetadata, ...rest } = row;
  return {
    ...rest,
    challenge: challenge === null || method === null ? null : { challenge, method },
    signUp: userMetadata === null ? null : { passwordHash, userMetadata },
  };
}

type Columns = {
  readonly challenge: string | null;
  readonly method: Challenge['method'] | null;
  readonly passwordHash: string | null;
  readonly userMetadata: Metadata | null;
};

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
