/** Whether somebody tries from where the account is signed in: a stranger's wrong passwords must not lock its owner out. */
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
  return isKnown ? `${email} from ${network}` : email;
}
