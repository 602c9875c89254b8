/** Checks whether a caller may read and write the presences of a private topic (Realtime Authorization of hosted Supabase). */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { becomeCaller } from '#server/database/run-as.ts';
import type { Sql } from '#server/database/database.ts';
import { readErrorCode } from '#server/result.ts';
import type { Identity } from '#server/realtime/identity.ts';

/**
 * Checks a caller now, without a cache, because a session or a membership can end at any time.
 * @param topic without the prefix `realtime:`
 * @returns what the policies of realtime.messages allow; null if the database is unavailable or too slow
 */
export type Authorize = (identity: Identity, topic: string) => Promise<TopicAccess | null>;

export type TopicAccess = {
  /** Whether a select policy applies. */
  readonly canRead: boolean;
  /** Whether the caller can read, and an insert policy applies. */
  readonly canWrite: boolean;
};

/** The hosted service's message if it cannot check a caller. */
export const DATABASE_AWAY = 'Realtime was unable to connect to the project database';

/** @param sql connected as the owner of the database */
export function createAuthorize(sql: Sql): Authorize {
  const limitConcurrency = pLimit(CONCURRENT_CHECKS);
  return (identity, topic) => limitConcurrency(() => check(sql, identity, topic));
}

/** Sign-ins and health checks use the same connections. */
const CONCURRENT_CHECKS = 2;

/** There is no HTTP request. Without a method, private.has_access returns false instead of raising an error. */
const request = { method: '', path: '/realtime/v1/websocket', headers: {} } as const;

const TIMEOUT = 5_000;

/** Inserts a row as the owner, reads it as the caller, inserts another as the caller, and rolls back. */
async function check(sql: Sql, { caller }: Identity, topic: string): Promise<TopicAccess | null> {
  let [canRead, canWrite] = [false, false];
  const rollBack = new Error('The check was rolled back.');
  try {
    await sql.begin(async (tx) => {
      const id = randomUUID();
      // The queries are pipelined.
      const [, , , found] = await Promise.all([
        tx`insert into realtime.messages (id, topic, extension) values (${id}, ${topic}, 'presence')`.execute(),
        becomeCaller(tx, { caller, request, readOnly: false, timeout: TIMEOUT }),
        tx`select set_config('realtime.topic', ${topic}, true)`.execute(),
        tx`select from realtime.messages where id = ${id}`.execute(),
      ]);
      canRead = found.length > 0;
      if (canRead) await tx`insert into realtime.messages (topic, extension) values (${topic}, 'presence')`;
      canWrite = canRead;
      throw rollBack;
    });
  } catch (error) {
    // A missing policy or grant, an error of a policy, or a topic that is no text for Postgres.
    if (error !== rollBack && !/^(22|42|P0|PT)/.test(readErrorCode(error))) return null;
  }
  return { canRead, canWrite };
}
