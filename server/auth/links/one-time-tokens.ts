/** One-time tokens in emailed links. Each expires, and only hashes are stored. */
import { randomBytes, randomInt } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Metadata } from '#server/auth/accounts/users.ts';
import { selectChallenge, toHash, type Challenge } from './pkce.ts';

/** The purpose of a link. A change of address has one link for each address. */
export type LinkType = 'recovery' | 'signup' | 'magiclink' | 'invite' | 'email_change_current' | 'email_change_new';

/** The values chosen in a sign-up. The password is null if it is unclear who chose it. */
export type SignUp = { readonly passwordHash: string | null; readonly userMetadata: Metadata };

export type LinkToken = {
  readonly userId: string;
  readonly type: LinkType;
  readonly challenge: Challenge | null;
  /** The values that this link applies to the account. Null if the link is not for a sign-up. */
  readonly signUp: SignUp | null;
  readonly createdAt: Date;
};

export type NewLinkToken = Omit<LinkToken, 'createdAt'> & { readonly now: Date };

/** Marks tokens of the PKCE flow, so that even an invalid one shows where to put errors. */
const PKCE_PREFIX = 'pkce_';

/**
 * The maximum number of links per type and user. A new link must not invalidate one that the owner requested. With one
 * email per minute and a lifetime of one hour, attackers cannot push out the owner's link.
 */
const MAX_LINKS = 60;

/** Creates a link token for a locked user. */
export async function createLinkToken(sql: ISql, newToken: NewLinkToken): Promise<string> {
  const token = `${newToken.challenge === null ? '' : PKCE_PREFIX}${randomBytes(32).toString('base64url')}`;
  await storeToken(sql, token, newToken);
  return token;
}

/**
 * Creates a code for a locked user that can be typed instead of following a link, together with the address that it was sent to. Its
 * ten digits, the most that GoTrue allows, can't be guessed within their lifetime.
 */
export async function createLinkCode(sql: ISql, email: string, newToken: NewLinkToken): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await storeToken(sql, `${email}:${code}`, newToken);
  return code;
}

const CODE_DIGITS = 10;

/** Returns the token of a link or code that the user sent together with their address. */
export const toToken = (email: string, typed: string): string => (/^\d+$/.test(typed) ? `${email}:${typed}` : typed);

async function storeToken(sql: ISql, token: string, newToken: NewLinkToken): Promise<void> {
  const { userId, type, challenge, signUp, now } = newToken;
  await sql`
    delete from auth.one_time_tokens where token_hash in (
      select token_hash from auth.one_time_tokens where user_id = ${userId} and type = ${type}
      order by created_at desc offset ${MAX_LINKS - 1}
    )`;
  await sql`
    insert into auth.one_time_tokens
      (token_hash, user_id, type, code_challenge, code_challenge_method, password_hash, user_metadata, created_at)
    values (${toHash(token)}, ${userId}, ${type}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null},
      ${signUp?.passwordHash ?? null}, ${signUp && JSON.stringify(signUp.userMetadata)}::text::jsonb, ${now})`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

type Shown = { readonly token: string; readonly types: readonly LinkType[]; readonly email?: string };

/**
 * Locks the user of a token and returns the id. The user is locked before the token, like in password changes. If the
 * caller has to know the address that the token was sent to, it must match.
 */
export async function lockLinkUser(sql: ISql, { token, types, email = '' }: Shown): Promise<string | undefined> {
  const [user] = await sql<{ id: string }[]>`
    select u.id from auth.users u join auth.one_time_tokens t on t.user_id = u.id
    where t.token_hash = ${toHash(token)} and t.type in ${sql(types)}
      and (${email} = '' or ${email} = case t.type when 'email_change_new' then u.email_change else u.email end)
    for update of u`;
  return user?.id;
}

/** Consumes a token. Returns undefined if it does not exist. */
export async function consumeLinkToken(sql: ISql, { token, types }: Shown): Promise<LinkToken | undefined> {
  const [consumed] = await sql<LinkToken[]>`
    delete from auth.one_time_tokens where token_hash = ${toHash(token)} and type in ${sql(types)}
    returning user_id as "userId", type, ${selectChallenge(sql)}, created_at as "createdAt", case when user_metadata is not null
      then jsonb_build_object('passwordHash', password_hash, 'userMetadata', user_metadata) end as "signUp"`;
  return consumed;
}

/** Deletes a user's tokens of these types. */
export async function deleteLinkTokensOf(sql: ISql, userId: string, types: readonly LinkType[]): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId} and type in ${sql(types)}`;
}

/** Deletes all tokens of a user. */
export async function deleteLinkTokens(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}
