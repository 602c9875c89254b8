/** Whether somebody tries from where the account is at home: a stranger's wrong passwords and codes must not lock its owner out. */
import type { ISql } from 'postgres';
import { groupAddress } from '#server/rate-limit/group-address.ts';

/**
 * Takes an address of mail, whether anybody has it or not, and a network address. Gives by what wrong passwords are counted:
 * the account, or the account from this network where a session of it was opened or last renewed there (OWASP calls the idea
 * device cookies). Whoever guesses from elsewhere uses up only their own tries.
 */
export async function chooseTrySubject(sql: ISql, email: string, address: string): Promise<string> {
  const network = groupAddress(address);
  // The same question for an unknown address: who asks must not learn from its time who has an account.
  const known = await sql<{ ip: string | null }[]>`
    select distinct s.ip from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  const isKnown = known.some(({ ip }) => ip !== null && ip !== '' && groupAddress(ip) === network);
  // So written that no address of mail reads like another one's with its network.
  return JSON.stringify(isKnown ? [email, network] : [email]);
}

/**
 * Takes a user and a network address. Gives by what codes of the second step, and the messages with them, are counted: the
 * account, or the account from this network where its second step was shown there. Who has only the password never gets that
 * far. An answered challenge outlives signing out.
 */
export async function chooseStepSubject(sql: ISql, userId: string, address: string): Promise<string> {
  const network = groupAddress(address);
  const shown = await sql<{ ip: string | null }[]>`
    select ip from auth.sessions where user_id = ${userId} and aal = 'aal2'
    union
    select c.ip_address from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where f.user_id = ${userId} and c.verified_at is not null`;
  const isKnown = shown.some(({ ip }) => ip !== null && ip !== '' && groupAddress(ip) === network);
  return isKnown ? `${userId} from ${network}` : userId;
}
