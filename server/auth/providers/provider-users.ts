/** Accounts that begin at a provider: without a password. */
import type { ISql } from 'postgres';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';

/** Makes an account for an address that has none. That it is confirmed, and its identity, are still to come. */
export async function insertProviderUser(
  sql: ISql,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into auth.users (email, created_at, updated_at) values (${email}, ${now}, ${now})
    on conflict (email) do nothing`;
}

/** Locks a user, and reads all of it as it is from then on. */
export async function lockWholeUser(sql: ISql, id: string): Promise<User | undefined> {
  const locked = await lockUser(sql, id);
  return locked && findUserById(sql, id);
}
