/** Changes to an account, each one statement. */
import type { ISql } from 'postgres';
import type { Metadata } from './metadata.ts';
import type { User } from './users.ts';

/** What is undefined stays as it is. */
export type UserChanges = {
  readonly email?: string | undefined;
  readonly role?: string | undefined;
  /** null: there is none any more. */
  readonly passwordHash?: string | null | undefined;
  readonly confirmedAt?: Date | undefined;
  /** null: nobody has proved to have the address as it is from now on. */
  readonly provedAt?: Date | null | undefined;
  readonly bannedUntil?: Date | null | undefined;
  /** The address that waits for confirmation; null: none does any more. */
  readonly newEmail?: string | null;
  readonly changeConfirmedBy?: Confirmer | undefined;
  readonly emailChangeSentAt?: Date;
  readonly confirmationSentAt?: Date;
  readonly recoverySentAt?: Date;
  readonly appMetadata?: Metadata;
  readonly userMetadata?: Metadata;
};

/** Who has agreed to a change of address so far; `present` also where the present address is not asked. */
export type Confirmer = 'nobody' | 'present' | 'new';

/** As the table keeps it. */
export const confirmStatus = { nobody: 0, present: 1, new: 2 } as const satisfies Readonly<Record<Confirmer, number>>;

/** Changes what is named and leaves the rest. A user who is gone meanwhile stays gone. */
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

/** Reads what a change depends on, and keeps others from changing it until the transaction ends. */
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
