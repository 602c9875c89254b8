/** Connects to a Postgres and brings its schema up to date. */
import postgres from 'postgres';
import { reportBug } from '#server/log/report-bug.ts';
import { createChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import { closeQuietly, CONNECTION } from './connection.ts';
import { migrate } from './migrate.ts';
import { readTlsOptions } from './tls-options.ts';
import { runAs } from './run-as.ts';
import { sendStatement } from './send-statement.ts';

type Connecting = {
  /** A Postgres address: `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The maximum number of connections, besides the one that listens. */
  readonly poolSize: number;
};

/**
 * Connects, applies missing migrations, and listens for changes.
 * @throws the error of Postgres or the network
 */
export async function connectDatabase({ url, poolSize }: Connecting): Promise<Database> {
  const sql = postgres(url, { ...CONNECTION, ...readTlsOptions(url), max: poolSize });
  try {
    await migrate(sql);
    const feed = await createChangeFeed(sql, reportBug);
    const parts = { sql, publish: feed.publish };
    return {
      sql,
      runAs: (transaction, work) => runAs(parts, transaction, work),
      readAs: (request, statement) =>
        runAs(parts, { ...request, readOnly: true }, (tx) => sendStatement(tx, statement)),
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
