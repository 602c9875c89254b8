/** Connects to a Postgres, brings its schema up to date, and gives the door to it. */
import postgres from 'postgres';
import type { Options, Sql } from 'postgres';
import { reportBug } from '#server/report-bug.ts';
import { createChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import { findAs } from './find-as.ts';
import { migrate } from './migrate.ts';
import { runAs } from './run-as.ts';
import { createShareAs } from './share-commits.ts';

type Connecting = {
  /** A Postgres address: `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** At most so many connections besides the one that listens. */
  readonly poolSize: number;
};

/**
 * Connects, applies what is missing of the bootstrap and of the migrations, and listens for changes.
 * @throws what Postgres says, where it cannot be reached or refuses
 */
export async function connectDatabase({ url, poolSize }: Connecting): Promise<Database> {
  const sql = postgres(url, { ...OPTIONS, max: poolSize });
  try {
    await migrate(sql);
    const feed = await createChangeFeed(sql, reportBug);
    const parts = { sql, publish: feed.publish };
    return {
      sql,
      runAs: (wanted, work) => runAs(parts, wanted, work),
      shareAs: createShareAs(parts),
      findAs: (wanted, question) => findAs(sql, wanted, question),
      onChanges: feed.onChanges,
      async close() {
        await feed.close();
        await closeQuietly(sql);
      },
    };
  } catch (error) {
    await closeQuietly(sql);
    throw error;
  }
}

const closeQuietly = (sql: Sql): Promise<void> => sql.end({ timeout: 2 });

const OPTIONS: Options<Record<string, never>> = {
  connect_timeout: 10,
  // A database that was killed comes back: the next query tries again soon.
  backoff: (retries) => Math.min(0.1 * 2 ** retries, 2),
  onnotice: () => undefined,
  connection: {
    application_name: 'checklist',
    // Whatever runs longer holds up others for nothing.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  },
};
