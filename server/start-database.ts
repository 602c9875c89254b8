/** The database the server stands on: its own under the data folder, or the one of DATABASE_URL. */
import { claimFolder } from './data-folder/claim-data-folder.ts';
import { connectDatabase } from './database/connect-database.ts';
import type { Database } from './database/database.ts';
import { startPrivatePostgres } from './private-postgres/private-postgres.ts';
import type { PostgresFailure, PrivatePostgres } from './private-postgres/private-postgres.ts';
import { fail, ok } from './result.ts';
import type { Result } from './result.ts';
import type { Settings } from './settings/settings.ts';

export type RunningDatabase = {
  readonly database: Database;
  /** Closes the connections, and ends the database where it is the server's own. */
  readonly stop: () => Promise<void>;
};

export type DatabaseFailure =
  | PostgresFailure
  /** Another server has the private database of this folder. */
  | { readonly type: 'data-folder-in-use'; readonly folder: string }
  /** `said` is what Postgres or the network said. */
  | { readonly type: 'database-unreachable'; readonly said: string };

type Wanted = Pick<Settings, 'dataFolder' | 'databaseUrl' | 'poolSize'>;

/** Starts or finds the database, connects, and brings its schema up to date. */
export async function startDatabase(wanted: Wanted): Promise<Result<RunningDatabase, DatabaseFailure>> {
  const { databaseUrl, dataFolder, poolSize } = wanted;
  if (databaseUrl !== null) {
    const connected = await connect(databaseUrl, poolSize);
    return connected.ok ? ok({ database: connected.value, stop: connected.value.close }) : connected;
  }
  const started = await startPrivatePostgres(dataFolder);
  return started.ok ? takePrivate(started.value, wanted) : started;
}

async function takePrivate(
  postgres: PrivatePostgres,
  { dataFolder, poolSize }: Wanted,
): Promise<Result<RunningDatabase, DatabaseFailure>> {
  const claim = await describeThrown(claimFolder(postgres.url));
  if (claim.ok && claim.value === null) {
    postgres.leave();
    return fail({ type: 'data-folder-in-use', folder: dataFolder });
  }
  if (!claim.ok) {
    // Whoever was there before may be its server.
    if (postgres.isFound) postgres.leave();
    else await postgres.stop();
    return claim;
  }
  const connected = await connect(postgres.url, Math.min(poolSize, PRIVATE_POOL));
  const stop = async (): Promise<void> => {
    if (connected.ok) await connected.value.close();
    await claim.value?.release();
    await postgres.stop();
  };
  if (connected.ok) return ok({ database: connected.value, stop });
  await stop();
  return connected;
}

/** The private database takes 60 connections: these, and those that listen. */
const PRIVATE_POOL = 30;

const connect = (url: string, poolSize: number): Promise<Result<Database, DatabaseFailure>> =>
  describeThrown(connectDatabase({ url, poolSize }));

/** Gives what a database that goes away, or refuses, makes others throw as a failure. */
export async function describeThrown<Value>(trying: Promise<Value>): Promise<Result<Value, DatabaseFailure>> {
  try {
    return ok(await trying);
  } catch (error) {
    const said = error instanceof Error && error.message !== '' ? error.message : 'it does not answer';
    return fail({ type: 'database-unreachable', said });
  }
}
