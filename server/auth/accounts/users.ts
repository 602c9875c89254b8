/** Reads and writes users in the database, with their address and metadata. */
import type { ISql, PendingQuery, Row } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail, type Checks } from '#server/auth/requests/steps.ts';

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
  /** When the pending change was requested, or when the first of two addresses confirmed it. */
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

/** Changes to a user. Undefined values keep the current ones. */
export type UserChanges = {
  readonly email?: string | undefined;
  readonly role?: string | undefined;
  /** Null removes the password. */
  readonly passwordHash?: string | null | undefined;
  readonly confirmedAt?: Date | undefined;
  /** Null if nothing proves that the user owns the new address. */
  readonly provedAt?: Date | null | undefined;
  readonly bannedUntil?: Date | null | undefined;
  /** The new address while its confirmation is pending. Null cancels the change. */
  readonly newEmail?: string | null;
  readonly emailChangeStatus?: number;
  readonly emailChangeSentAt?: Date;
  readonly confirmationSentAt?: Date;
  readonly recoverySentAt?: Date;
  readonly appMetadata?: Metadata;
  readonly userMetadata?: Metadata;
};

/** Which address has confirmed a change so far. `present` also applies if the current address does not have to confirm. */
export const confirmStatus = { none: 0, present: 1, new: 2 } as const;

/**
 * Whether the pending change needs only one more confirmation and has waited longer than a link works. Otherwise the reader of a
 * mistyped address could request that link again at any time and get the account. An unconfirmed change may wait, because it still
 * needs both.
 */
export function isChangeLapsed(
  { settings, now }: Pick<AuthContext, 'settings' | 'now'>,
  { emailChangeStatus, emailChangeSentAt }: User,
): boolean {
  if (emailChangeStatus === confirmStatus.none) return false;
  const since = emailChangeSentAt?.getTime() ?? 0;
  return since < now().getTime() - settings.oneTimeTokenLifetime * 1000;
}

/** Updates the given columns. Does nothing if the user has been deleted. */
export async function updateUser(sql: ISql, id: string, { now, ...changes }: UserChanges & Now): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries({
      email: changes.email,
      role: changes.role,
      encrypted_password: changes.passwordHash,
      email_confirmed_at: changes.confirmedAt,
      email_proved_at: changes.provedAt,
      banned_until: changes.bannedUntil,
      confirmation_sent_at: changes.confirmationSentAt,
      recovery_sent_at: changes.recoverySentAt,
      email_change: changes.newEmail,
      email_change_confirm_status: changes.emailChangeStatus,
      email_change_sent_at: changes.emailChangeSentAt,
      updated_at: now,
    }).filter(([, value]) => value !== undefined),
  );
  await sql`
    update auth.users set ${sql(columns)},
      raw_app_meta_data = coalesce(${toJson(changes.appMetadata)}::text::jsonb, raw_app_meta_data),
      raw_user_meta_data = coalesce(${toJson(changes.userMetadata)}::text::jsonb, raw_user_meta_data)
    where id = ${id}`;
}

type Now = { readonly now: Date };

/** Locks a user until the end of the transaction, and then reads the user, who may have changed or been deleted meanwhile. */
export async function lockUser(sql: ISql, id: string): Promise<User | undefined> {
  await sql`select from auth.users where id = ${id} for update`;
  return findUserById(sql, id);
}

const toJson = (value: Metadata | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

export type Metadata = Readonly<Record<string, unknown>>;

/** Every access token contains the metadata, and HTTP servers limit all headers together to about 16 KiB. */
const MAX_METADATA_BYTES = 4096;

/** Properties of the account itself, which responses contain anyway. */
const OWN_FACTS = ['sub', 'email', 'email_verified', 'phone_verified'];

/** Merges changes into existing metadata. Null removes a key. Fails if the result is too large. */
export function* mergeMetadata(present: Metadata, changes: Metadata): Checks<Metadata> {
  const merged = Object.entries({ ...present, ...changes }).filter(
    ([key, value]) => value !== null && !OWN_FACTS.includes(key),
  );
  const value = Object.fromEntries(merged);
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES) return value;
  return yield* fail('validation-failed', { message: `Metadata cannot be larger than ${MAX_METADATA_BYTES} bytes` });
}

/** WHATWG HTML, "valid email address": no quoting, no comments, nothing that could be a header. */
const PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3, without the angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Returns the address trimmed and in lower case, or undefined if it is invalid. */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim();
  // Validate before lowercasing: some letters outside ASCII have lower-case forms inside it.
  if (address.length > MAX_LENGTH || !PATTERN.test(address)) return undefined;
  return address.indexOf('@') > MAX_LOCAL_LENGTH ? undefined : address.toLowerCase();
}
