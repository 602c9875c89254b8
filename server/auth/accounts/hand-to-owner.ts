/** Whoever proves first to have the address of an account gets it without what was prepared before by somebody else. */
import type { ISql } from 'postgres';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import { noteProviders } from '#server/auth/providers/identities.ts';
import { endAllSessions, endSessions } from '#server/auth/sessions/sessions.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import { updateUser } from './update-user.ts';
import type { User } from './users.ts';

type Claim = {
  /** The owner's own, where there is one already: the only one that goes on. */
  readonly session: Session | null;
  readonly passwordHash: string | null;
  readonly now: Date;
};

/**
 * Takes a user whom the transaction has locked and whose address nobody had proved to have. Removes the ways in that were
 * there: the password, passkeys, sessions, links and codes, and accounts at providers, but for those where the provider has
 * verified this very address. The address is confirmed and proved from then on.
 *
 * A verified second step stays: whoever reads somebody's mail must not get rid of it. What the account holds stays, too.
 */
export async function handToOwner(
  sql: ISql,
  { id, emailConfirmedAt }: Pick<User, 'id' | 'emailConfirmedAt'>,
  { session, passwordHash, now }: Claim,
): Promise<void> {
  await sql`delete from auth.webauthn_credentials where user_id = ${id}`;
  await sql`delete from auth.webauthn_challenges where user_id = ${id}`;
  await sql`delete from auth.mfa_factors where user_id = ${id} and status = 'unverified'`;
  await sql`
    delete from auth.identities i using auth.users u
    where u.id = ${id} and i.user_id = u.id and i.provider <> 'email' and (
      i.identity_data ->> 'email' = u.email and i.identity_data -> 'email_verified' = 'true'::jsonb
    ) is not true`;
  await noteProviders(sql, id, now);
  await (session === null ? endAllSessions(sql, id) : endSessions(sql, session, 'others'));
  await revokeProofs(sql, id);
  await updateUser(sql, id, { passwordHash, confirmedAt: emailConfirmedAt ?? now, provedAt: now, now });
}
