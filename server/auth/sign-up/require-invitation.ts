/** Sign-up by invitation: a new account needs the secret of an invitation to a list. */
import { createHash } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** The field of `data` in which a client sends the secret: the official client has no other place for it. */
const FIELD = 'list_invitation';

/** @returns the secret in the data of a sign-up; '' for none */
export function readInvitation({ [FIELD]: secret }: Metadata): string {
  return typeof secret === 'string' ? secret : '';
}

/** Removes the secret, because the data becomes metadata, which every access token contains. */
export const withoutInvitation = (data: Metadata): Metadata => ({ ...data, [FIELD]: null });

/**
 * Checks that a new account may be created, if that needs an invitation. Which invitations can be used is as in
 * `find_invitation` (supabase/migrations/0006_lists.sql). In a transaction, the invitation stays valid until the end: it
 * cannot be revoked in between. It is not used up, because it is for joining the list. An invitation of a disabled owner is not valid.
 * @returns the same failure whether the secret is missing, unknown, revoked, used up or expired
 */
export async function requireInvitation(
  sql: ISql,
  { signUp }: Pick<AuthSettings, 'signUp'>,
  secret: string,
): Promise<Result<null, AuthFailure>> {
  if (signUp !== 'invited') return ok(null);
  const found = await sql`
    select 1 from public.list_invitations i join public.lists l on l.id = i.list_id join auth.users u on u.id = l.user_id
     where i.secret_hash = ${createHash('sha256').update(secret).digest()}
       and not i.revoked and i.uses_left > 0 and i.expires_at > now()
       and (u.banned_until is null or u.banned_until <= now()) for share of i`;
  return found.length > 0 ? ok(null) : fail('invitation-needed');
}
