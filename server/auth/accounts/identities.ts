/** Identities: the sign-in methods of users, one row for each email login or account at a provider. */
import type { ISql } from 'postgres';
import type { Metadata } from './users.ts';

/** A user's account at a provider, sanitized so that it can be stored and shown. */
export type Profile = {
  /** The user's id at the provider. It never changes hands, and it alone identifies the account. */
  readonly subject: string;
  /** The normalized address, or undefined if the provider has not verified it. */
  readonly verifiedEmail: string | undefined;
  /** The public data of the identity, with the property names of hosted Supabase. */
  readonly data: Metadata;
};

export type NewIdentity = { readonly provider: string; readonly profile: Profile; readonly now: Date };

/**
 * Serializes decisions about one identity, whether it exists or not, so that two callbacks for the same person create
 * only one account. Call this before locking any user.
 */
export async function lockIdentity(sql: ISql, { provider, profile }: Omit<NewIdentity, 'now'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${profile.subject}`}, 0))`;
}

/** Finds and locks the user that an identity belongs to, and returns the user's id. */
export async function lockIdentityUser(sql: ISql, { provider, profile }: NewIdentity): Promise<string | undefined> {
  const { subject } = profile;
  await sql`select id from auth.users where id = (
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}) for update`;
  // Read again: another request may have unlinked it while this one waited for the lock.
  const [row] = await sql<{ userId: string }[]>`
    select user_id as "userId" from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return row?.userId;
}

/**
 * Checks whether a stored identity came from a different issuer. A `sub` is unique only within its issuer (OpenID
 * Connect Core 1.0, section 2), so it may belong to a different person now. An identity without a stored issuer matches
 * by its provider.
 */
export async function isOfOtherIssuer(sql: ISql, { provider, profile }: NewIdentity): Promise<boolean> {
  const [row] = await sql<{ issuer: string | null }[]>`
    select identity_data ->> 'iss' as issuer from auth.identities
    where provider = ${provider} and provider_id = ${profile.subject}`;
  const issuer = row?.issuer ?? '';
  return issuer !== '' && trimIssuer(issuer) !== trimIssuer(String(profile.data['iss']));
}

/** Operators may write the address of GitHub with or without a trailing slash. */
const trimIssuer = (issuer: string): string => issuer.replace(/\/+$/, '');

/** Adds an identity to a locked user. */
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

/** Stores the current profile after another sign-in. */
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

/** Updates the list of providers in the user's metadata, oldest first, which clients and tokens contain. */
export async function updateProviderList(sql: ISql, userId: string, now: Date): Promise<void> {
  await sql`
    update auth.users set updated_at = ${now}, raw_app_meta_data = raw_app_meta_data || (
      select jsonb_build_object('provider', (array_agg(provider order by since, provider))[1],
        'providers', coalesce(jsonb_agg(provider order by since, provider), '[]'))
      from (
        select provider, min(created_at) as since from auth.identities where user_id = ${userId} group by provider
      ) as listed
    ) where id = ${userId}`;
}

/**
 * Adds the identity `email` to a locked user who signs in only with providers so far, and lists it in the metadata.
 * GoTrue does the same when such a user gets a password or another address.
 */
export async function addEmailIdentity(sql: ISql, userId: string, now: Date): Promise<void> {
  const added = await sql`
    insert into auth.identities (provider_id, user_id, provider, last_sign_in_at, created_at, updated_at)
    values (${userId}::text, ${userId}::uuid, 'email', ${now}, ${now}, ${now})
    on conflict (provider, provider_id) do nothing`;
  if (added.count > 0) await updateProviderList(sql, userId, now);
}
