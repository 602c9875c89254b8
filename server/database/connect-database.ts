/** Connects to a Postgres, brings its schema up to date, and gives the door to it. */
import postgres from 'postgres';
import { reportBug } from '#server/report-bug.ts';
import { createChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import { connectCallers } from './callers.ts';
import { closeQuietly, CONNECTION } from './connection.ts';
import { readAs } from './read-as.ts';
import { migrate } from './migrate.ts';
import { runAs } from './run-as.ts';
import { createShareAs, NOBODY } from './share-commits.ts';

type Connecting = {
  /** A Postgres address: `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** At most so many connections besides the one that listens; at least two. */
  readonly poolSize: number;
};

/**
 * Connects, applies what is missing of the bootstrap and of the migrations, and listens for changes.
 * @throws what Postgres says, where it cannot be reached or refuses
 */
export async function connectDatabase({ url, poolSize }: Connecting): Promise<Database> {
  const forCallers = Math.max(1, Math.ceil(poolSize * CALLERS_SHARE));
  const sql = postgres(url, { ...CONNECTION, max: Math.max(1, poolSize - forCallers) });
  const callers = connectCallers(url, forCallers);
  try {
    await migrate(sql);
    await callers.check();
    const feed = await createChangeFeed(sql, reportBug);
    const parts = { sql, callers, publish: feed.publish };
    let asksFor = NOBODY;
    return {
      sql,
      runAs: (wanted, work) => runAs(parts, wanted, work),
      shareAs: createShareAs(
        parts,
        () => Date.now(),
        (wanted) => asksFor(wanted),
      ),
      readAs: (wanted, statement, timeout) => readAs(callers, wanted, { statement, timeout }),
      onChanges: feed.onChanges,
      askAlong(next) {
        asksFor = next;
      },
      async close() {
        await feed.close();
        await Promise.all([closeQuietly(sql), callers.close()]);
      },
    };
  } catch (error) {
    await Promise.all([closeQuietly(sql), callers.close()]);
    throw error;
  }
}

/** Reads and short writes, which are most of what comes, and who hears of changes; the rest is for whatever takes longer. */
const CALLERS_SHARE = 0.6;
