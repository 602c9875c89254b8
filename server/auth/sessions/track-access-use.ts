/** Records the first use of each renewed access token, because from then on its previous refresh token is invalid. */
import { isConnectionLost } from '#server/database/connection.ts';
import type { Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/report-bug.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { markAccessUsed } from './refresh-tokens.ts';

/** The number of tokens that are remembered as recorded. */
const REMEMBERED = 5000;

/**
 * Wraps the tokens of a server, so that every part of it records the use of access tokens. This takes one small write
 * for each renewed session and hour. The request waits for it: otherwise a thief could present the previous refresh
 * token first.
 */
export function trackAccessUse(
  tokens: Tokens,
  { sql, now }: { readonly sql: Sql; readonly now: () => number },
): Tokens {
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
  return {
    sign: tokens.sign,
    jwks: tokens.jwks,
    // Getters, because a revocation replaces the keys.
    get anonKey() {
      return tokens.anonKey;
    },
    get serviceRoleKey() {
      return tokens.serviceRoleKey;
    },
    async authenticate(token) {
      const caller = await tokens.authenticate(token);
      const id = caller.ok ? caller.value.claims['refresh_token_id'] : undefined;
      if (typeof id === 'string' && /^\d{1,18}$/.test(id) && !recorded.has(id)) await record(id);
      return caller;
    },
  };
}
