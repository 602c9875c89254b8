/** The ways in which somebody can sign in, as the database keeps them: one row for each account at a provider. */
import type { ISql } from 'postgres';
import type { Profile } from './profile.ts';

export type NewIdentity = { readonly provider: string; readonly profile: Profile; readonly now: Date };

/**
 * Lets one transaction at a time decide about an identity, whether it is there or not: two returns of the same person at
 * once make one account. Taken before any user is locked.
 */
export async function lockIdentity(sql: ISql, { provider, profile }: NewIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${profile.subject}`}, 0))`;
}

/** Gives the id of the user whose identity this is, and locks the user. */
export async function lockIdentityUser(sql: ISql, { provider, profile }: NewIdentity): Promise<string | undefined> {
  const { subject } = profile;
  await sql`select id from auth.users where id = (
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}) for update`;
  // Asked again: it may have been unlinked while the user was waited for.
  const [row] = await sql<{ userId: string }[]>`
    select user_id as "userId" from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return row?.userId;
}

/**
 * Whether the identity is of another issuer than the one that speaks now: then its `sub` may be somebody else's (OpenID
 * Connect Core 1.0, section 2: it is unique within an issuer alone). One that is kept without an issuer is known by its
 * provider, as before.
 */
export async function isOfOtherIssuer(sql: ISql, { provider, profile }: NewIdentity): Promise<boolean> {
  const [row] = await sql<{ issuer: string | null }[]>`
    select identity_data ->> 'iss' as issuer from auth.identities
    where provider = ${provider} and provider_id = ${profile.subject}`;
  const issuer = row?.issuer ?? '';
  return issuer !== '' && trimIssuer(issuer) !== trimIssuer(String(profile.data['iss']));
}

/** An operator may write the address of GitHub with a slash or without. */
const trimIssuer = (issuer: string): string => issuer.replace(/\/+$/, '');

/** Adds the identity to a user, who is locked. */
export async function insertIdentity(
  sql: ISql,
  userId: string,
  { provider, profile, now }: NewIdentity,
): Promise<void> {
  await sql`
    insert into auth.identities
      (provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
    values (${profile.subject}, ${userId}, ${provider}, ${JSON.stringify(profile.data)}::text::jsonb, ${now}, ${now}, ${now})`;
}

/** Somebody has signed in with it again: what the provider says now replaces what it said before. */
export async function refreshIdentity(sql: ISql, { provider, profile, now }: NewIdentity): Promise<void> {
  await sql`
    update auth.identities set identity_data = ${JSON.stringify(profile.data)}::text::jsonb, last_sign_in_at = ${now},
      updated_at = ${now}
    where provider = ${provider} and provider_id = ${profile.subject}`;
}

export async function deleteIdentity(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.identities where id = ${id}`;
}

export async function deleteIdentities(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.identities where user_id = ${userId}`;
}

/** Writes into the account's metadata by what one can sign in, the oldest first, as clients and tokens show it. */
export async function noteProviders(sql: ISql, userId: string, now: Date): Promise<void> {
  await sql`
    update auth.users set updated_at = ${now}, raw_app_meta_data = raw_app_meta_data || (
      select jsonb_build_object('provider', (array_agg(provider order by since, provider))[1],
        'providers', coalesce(jsonb_agg(provider order by since, provider), '[]'))
      from (
        select provider, min(created_at) as since from auth.identities where user_id = ${userId} group by provider
      ) as kept
    ) where id = ${userId}`;
}

/** From now on there is no password: not even a guess is checked. */
export async function removePassword(sql: ISql, userId: string): Promise<void> {
  await sql`update auth.users set encrypted_password = null where id = ${userId}`;
}
