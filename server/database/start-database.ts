/** Starts the private database, or connects to the one in DATABASE_URL, and warns of one that works but probably not as its operator wants. */
import { join } from 'node:path';
import { claimFolder } from '#server/data-folder/data-folder.ts';
import type { Log } from '#server/log/log.ts';
import { messages } from '#server/messages.ts';
import { isThere } from '#server/private-postgres/find-installation.ts';
import {
  startPrivatePostgres,
  type PostgresFailure,
  type PrivatePostgres,
} from '#server/private-postgres/private-postgres.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import { connectDatabase } from './connect-database.ts';
import type { Database, SizeLimits } from './database.ts';
import { checkSchema, type SchemaFailure } from './migrate.ts';

type RunningDatabase = {
  readonly database: Database;
  /** Closes the connections, and stops the private database. */
  readonly stop: () => Promise<void>;
};

export type DatabaseFailure =
  | PostgresFailure
  | SchemaFailure
  /** The user in DATABASE_URL lacks a right. `reason` is the message of Postgres. */
  | { readonly type: 'database-forbidden'; readonly reason: string }
  /** `reason` is the message of Postgres or the network. */
  | { readonly type: 'database-unreachable'; readonly reason: string };

type DatabaseSettings = {
  readonly dataFolder: string;
  /** The URL of a Postgres that replaces the private one. */
  readonly databaseUrl: string | null;
  /** The maximum number of connections. */
  readonly poolSize: number;
  readonly sizes: SizeLimits;
};

/** Starts or finds the database, connects, and migrates its schema. */
export async function startDatabase(settings: DatabaseSettings): Promise<Result<RunningDatabase, DatabaseFailure>> {
  const { databaseUrl, dataFolder, poolSize, sizes } = settings;
  if (databaseUrl !== null) {
    const connected = await connect({ url: databaseUrl, poolSize: poolSize + REALTIME_CONNECTIONS, sizes });
    return connected.ok ? ok({ database: connected.value, stop: connected.value.close }) : connected;
  }
  const started = await startPrivatePostgres(dataFolder);
  return started.ok ? claimPrivate(started.value, settings) : started;
}

async function claimPrivate(
  postgres: PrivatePostgres,
  { dataFolder, poolSize, sizes }: DatabaseSettings,
): Promise<Result<RunningDatabase, DatabaseFailure>> {
  const claim = await describeThrown(claimFolder(postgres.url));
  if (claim.ok && claim.value === null) {
    postgres.leave();
    return fail({ type: 'data-folder-in-use', folder: dataFolder });
  }
  if (!claim.ok) {
    // A database that was already running may belong to another server.
    if (postgres.isFound) postgres.leave();
    else await postgres.stop();
    return claim;
  }
  const connected = await connect({
    url: postgres.url,
    poolSize: Math.min(poolSize, PRIVATE_POOL) + REALTIME_CONNECTIONS,
    sizes,
  });
  const stop = async (): Promise<void> => {
    if (connected.ok) await connected.value.close();
    await claim.value?.release();
    await postgres.stop();
  };
  if (connected.ok) return ok({ database: connected.value, stop });
  await stop();
  return connected;
}

/** Connections for visibility queries of realtime, beside those for requests (CONCURRENT_QUERIES in delivery.ts). */
const REALTIME_CONNECTIONS = 3;

/** The private database allows 100 connections, including the server's own and those that listen. */
const PRIVATE_POOL = 30;

async function connect(wanted: Parameters<typeof connectDatabase>[0]): Promise<Result<Database, DatabaseFailure>> {
  const problem = await describeThrown(checkSchema(wanted.url));
  if (!problem.ok) return problem;
  return problem.value === null ? describeThrown(connectDatabase(wanted)) : fail(problem.value);
}

/** Postgres' code for a missing right: insufficient_privilege. */
const FORBIDDEN = '42501';

/** Converts a rejection by the database to a failure. */
export async function describeThrown<Value>(attempt: Promise<Value>): Promise<Result<Value, DatabaseFailure>> {
  try {
    return ok(await attempt);
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'it does not respond';
    return fail({ type: readErrorCode(error) === FORBIDDEN ? 'database-forbidden' : 'database-unreachable', reason });
  }
}

type Warned = { readonly databaseUrl: string | null; readonly dataFolder: string };

/** Writes a warning for each thing to check. */
export async function warnOfDatabase(
  { sql, callerSql }: Pick<Database, 'sql' | 'callerSql'>,
  { databaseUrl, dataFolder }: Warned,
  log: Log,
): Promise<void> {
  if (callerSql.options.user === sql.options.user)
    log.write('warn', 'callers use the login of the owner', { sentence: messages.loginOfOwner });
  if (databaseUrl === null || !(await isThere(join(dataFolder, 'postgres')))) return;
  const [row] = await sql<{ isUsed: boolean }[]>`select exists (select from auth.users) as "isUsed"`;
  if (row?.isUsed === false)
    log.write('warn', 'private database not used', { sentence: messages.privateDatabaseLeft(dataFolder) });
}
