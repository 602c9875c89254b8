/** The way to sign in by address and password, beside providers. */
import type { ISql } from 'postgres';
import { noteProviders } from '#server/auth/providers/identities.ts';

/**
 * Adds that way for a user who has only others so far (GoTrue does the same when such a user gets a password or another
 * address), and names it in the metadata. The user must be locked.
 */
export async function addEmailIdentity(sql: ISql, userId: string, now: Date): Promise<void> {
  const added = await sql`
    insert into auth.identities (provider_id, user_id, provider, last_sign_in_at, created_at, updated_at)
    values (${userId}::text, ${userId}::uuid, 'email', ${now}, ${now}, ${now})
    on conflict (provider, provider_id) do nothing`;
  if (added.count > 0) await noteProviders(sql, userId, now);
}
