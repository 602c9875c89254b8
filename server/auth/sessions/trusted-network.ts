/**
 * Counts attempts from networks that an account has used separately, so that attackers elsewhere cannot lock out its
 * owner.
 */
import type { ISql } from 'postgres';
import { groupAddress } from '#server/http/client-address.ts';

/**
 * Chooses the subject that wrong passwords are counted by: the account, or the account and this network if one of its
 * sessions was opened or last refreshed there (OWASP calls the idea device cookies). An attacker on another network
 * uses up only their own attempts.
 */
export async function choosePasswordSubject(sql: ISql, email: string, address: string): Promise<string> {
  const network = groupAddress(address);
  // Unknown addresses run the same query, so that the duration does not reveal whether an account exists.
  const known = await sql<{ ip: string | null }[]>`
    select distinct s.ip from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  const isKnown = known.some(({ ip }) => ip !== null && ip !== '' && groupAddress(ip) === network);
  // JSON prevents an address from imitating the combination of another address and a network.
  return JSON.stringify(isKnown ? [email, network] : [email]);
}

/**
 * Chooses the subject that second-factor codes and their text messages are counted by: the account, or the account and
 * this network if a second factor was verified there. An attacker who knows only the password never gets that far.
 * Answered challenges are kept after a sign-out for this purpose.
 */
export async function chooseFactorSubject(sql: ISql, userId: string, address: string): Promise<string> {
  const network = groupAddress(address);
  const rows = await sql<{ ip: string | null }[]>`
    select ip from auth.sessions where user_id = ${userId} and aal = 'aal2'
    union
    select c.ip_address from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where f.user_id = ${userId} and c.verified_at is not null`;
  const isKnown = rows.some(({ ip }) => ip !== null && ip !== '' && groupAddress(ip) === network);
  return isKnown ? `${userId} from ${network}` : userId;
}
