/** Updates and locks users. Each update is one statement. */
import type { ISql } from 'postgres';
import type { Metadata } from './metadata.ts';
import { findUserById } from './users.ts';
import type { User } from './users.ts';

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
  readonly changeConfirmedBy?: Confirmer | undefined;
  readonly emailChangeSentAt?: Date;
  readonly confirmationSentAt?: Date;
  readonly recoverySentAt?: Date;
  readonly appMetadata?: Metadata;
  readonly userMetadata?: Metadata;
};

/**
 * Which address has confirmed a change so far. `present` also applies if the current address does not have to confirm.
 */
export type Confirmer = 'none' | 'present' | 'new';

/** The values that the database stores. */
export const confirmStatus = { none: 0, present: 1, new: 2 } as const satisfies Readonly<Record<Confirmer, number>>;

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
      email_change_confirm_status: changes.changeConfirmedBy && confirmStatus[changes.changeConfirmedBy],
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

/** Locks a user until the end of the transaction and returns the fields that changes depend on. */
export async function lockUser(sql: ISql, id: string): Promise<LockedUser | undefined> {
  const [user] = await sql<LockedUser[]>`
    select email, encrypted_password as "passwordHash", email_confirmed_at as "emailConfirmedAt",
      email_proved_at as "emailProvedAt", raw_app_meta_data as "appMetadata", raw_user_meta_data as "userMetadata"
    from auth.users where id = ${id} for update`;
  return user;
}

export type LockedUser = Pick<
  User,
  'email' | 'passwordHash' | 'emailConfirmedAt' | 'emailProvedAt' | 'appMetadata' | 'userMetadata'
>;

const toJson = (value: Metadata | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Locks a user and returns all of its fields. */
export async function lockFullUser(sql: ISql, id: string): Promise<User | undefined> {
  const locked = await lockUser(sql, id);
  return locked && findUserById(sql, id);
}
