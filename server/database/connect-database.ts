/** Connects to a Postgres and brings its schema up to date. */
import postgres from 'postgres';
import { reportBug } from '#server/log/report-bug.ts';
import { connectCallers } from './connect-callers.ts';
import { createChangeFeed } from './change-feed.ts';
import type { SizeLimits } from '#server/database/database.ts';
import type { Database, Sql } from './database.ts';
import { closeQuietly, CONNECTION, readTlsOptions } from './connection.ts';
import { migrate } from './migrate.ts';
import { runAs } from './run-as.ts';

type Connecting = {
  /** A Postgres address: `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The maximum number of connections for callers. The server itself has a few more, and one that listens. */
  readonly poolSize: number;
  /** Without limits, those of the migrations apply. */
  readonly sizes?: SizeLimits;
};

/**
 * Connects, applies missing migrations, and listens for changes.
 * @throws the error of Postgres or the network
 */
export async function connectDatabase({ url, poolSize, sizes }: Connecting): Promise<Database> {
  const options = { ...CONNECTION, ...readTlsOptions(url) };
  const sql = postgres(url, { ...options, max: Math.min(poolSize, OWN_POOL) });
  let callers: Sql | null = null;
  const closeAll = async (): Promise<void> => {
    await Promise.all([closeQuietly(sql), callers && closeQuietly(callers)]);
  };
  try {
    await migrate(sql);
    callers = (await connectCallers(sql, { url, poolSize })) ?? postgres(url, { ...options, max: poolSize });
    const callerSql = callers;
    const feed = await createChangeFeed(sql, reportBug);
    const parts = { sql: callerSql, publish: feed.publish, ...(sizes && { sizes }) };
    return {
      sql,
      callerSql,
      runAs: (transaction, work) => runAs(parts, transaction, work),
      onChanges: feed.onChanges,
      async close() {
        await feed.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Connections of the server itself, for accounts and health checks. Callers cannot occupy them. */
const OWN_POOL = 10;
