/** Records the first use of each renewed access token, because from then on its previous refresh token is invalid. */
import { isConnectionLost } from '#server/database/connection.ts';
import type { Caller, Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/report-bug.ts';
import { markAccessUsed } from './refresh-tokens.ts';

/** The number of tokens that are remembered as recorded. */
const REMEMBERED = 5000;

/**
 * Creates the function that tokens call with each verified caller. It takes one small write for each renewed session and
 * hour. The request waits for it: otherwise a thief could present the previous refresh token first.
 * @param now milliseconds since 1970
 */
export function trackAccessUse(sql: Sql, now: () => number): (caller: Caller) => Promise<void> {
  const recorded = new Set<string>();
  const record = async (id: string): Promise<void> => {
    recorded.add(id);
    const [oldest] = recorded;
    if (recorded.size > REMEMBERED && oldest !== undefined) recorded.delete(oldest);
    try {
      await markAccessUsed(sql, id, new Date(now()));
    } catch (error) {
      recorded.delete(id);
      if (!isConnectionLost(error)) reportBug(error);
    }
  };
  return async ({ claims: { refresh_token_id: id } }) => {
    if (typeof id === 'string' && /^\d{1,18}$/.test(id) && !recorded.has(id)) await record(id);
  };
}
