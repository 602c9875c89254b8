/** Reads, creates and deletes users in the database. */
import type { ISql, PendingQuery, Row } from 'postgres';
import type { Metadata } from './metadata.ts';

export type User = {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly passwordHash: string | null;
  /** With autoconfirm, an address is confirmed without an email, so this does not prove who owns it. */
  readonly emailConfirmedAt: Date | null;
  /** When the user proved ownership of the address. */
  readonly emailProvedAt: Date | null;
  readonly confirmationSentAt: Date | null;
  readonly recoverySentAt: Date | null;
  /** The new address while its confirmation is pending. */
  readonly newEmail: string | null;
  /** Which addresses have confirmed the change: see `confirmStatus`. */
  readonly emailChangeStatus: number;
  readonly emailChangeSentAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly bannedUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly identities: readonly Identity[];
  readonly factors: readonly UserFactor[];
  /** The number of unused recovery codes. */
  readonly recoveryCodesLeft: number;
};

/** A sign-in method: email and password, or an account at a provider. */
export type Identity = {
  readonly id: string;
  readonly provider_id: string;
  readonly provider: string;
  readonly identity_data: Metadata;
  /** Times are texts here: they come as JSON. */
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A second factor, without its secret. */
export type UserFactor = {
  readonly id: string;
  readonly status: string;
  readonly friendly_name: string;
  readonly factor_type: string;
  /** Empty if the factor is not a phone. */
  readonly phone: string;
  /** Times are texts here: they come as JSON. */
  readonly last_challenged_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export async function findUserById(sql: ISql, id: string): Promise<User | undefined> {
  const [user] = await sql<User[]>`${selectUsers(sql)} where u.id = ${id}`;
  return user;
}

/** Finds a user by a normalized address (`parseEmailAddress`). */
export async function findUserByEmail(sql: ISql, email: string): Promise<User | undefined> {
  const [user] = await sql<User[]>`${selectUsers(sql)} where u.email = ${email}`;
  return user;
}

export type Page = { readonly limit: number; readonly offset: number };

/** Returns one page of users, newest first, and the total number of users. */
export async function listUsers(
  sql: ISql,
  { limit, offset }: Page,
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  const users = await sql<User[]>`
    ${selectUsers(sql)} order by u.created_at desc, u.id limit ${limit} offset ${offset}`;
  const [row] = await sql<{ total: number }[]>`select count(*)::int as total from auth.users`;
  return { users, total: row?.total ?? 0 };
}

export type NewUser = {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly userMetadata: Metadata;
  readonly isConfirmed: boolean;
  readonly now: Date;
};

/**
 * Creates a user.
 * @returns the id, or undefined if the address already has an account
 */
export async function createUser(sql: ISql, newUser: NewUser): Promise<string | undefined> {
  const { email, passwordHash, userMetadata, isConfirmed, now } = newUser;
  const [inserted] = await sql<{ id: string }[]>`
    with inserted as (
      insert into auth.users (email, encrypted_password, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      values (${email}, ${passwordHash}, ${JSON.stringify(userMetadata)}::text::jsonb, ${isConfirmed ? now : null},
        ${now}, ${now})
      on conflict (email) do nothing returning id
    )
    insert into auth.identities (provider_id, user_id, provider, last_sign_in_at, created_at, updated_at)
    select id::text, id, 'email', ${now}, ${now}, ${now} from inserted returning user_id as id`;
  return inserted?.id;
}

/** Deletes a user and returns whether it existed. */
export async function deleteUser(sql: ISql, id: string): Promise<boolean> {
  const deleted = await sql`delete from auth.users where id = ${id}`;
  return deleted.count > 0;
}

function selectUsers(sql: ISql): PendingQuery<Row[]> {
  return sql`
    select u.id, u.aud, u.role, u.email, u.encrypted_password as "passwordHash",
      u.email_confirmed_at as "emailConfirmedAt", u.email_proved_at as "emailProvedAt", u.confirmation_sent_at as "confirmationSentAt",
      u.recovery_sent_at as "recoverySentAt", u.email_change as "newEmail",
      u.email_change_confirm_status as "emailChangeStatus", u.email_change_sent_at as "emailChangeSentAt", u.last_sign_in_at as "lastSignInAt", u.banned_until as "bannedUntil",
      u.created_at as "createdAt", u.updated_at as "updatedAt",
      u.raw_app_meta_data as "appMetadata", u.raw_user_meta_data as "userMetadata",
      (select coalesce(json_agg(i order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id)
        as "identities",
      (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from (
        select id, status, friendly_name, factor_type, coalesce(phone, '') as phone, last_challenged_at, created_at, updated_at
        from auth.mfa_factors where user_id = u.id
      ) f) as "factors",
      (select count(*)::int from auth.mfa_recovery_codes where user_id = u.id) as "recoveryCodesLeft"
    from auth.users u`;
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
