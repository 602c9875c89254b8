/** Runs a private Postgres in the data folder: creates it at the first start, and restarts it if it crashes. */
import { createServer } from 'node:net';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { hasDatabaseNote, writeDatabaseNote } from './database-note.ts';
import { hasFiles, hasPassword, initialise, readPassword } from './initialise.ts';
import type { Installation } from './programs.ts';
import { findRunning, isAlive, startPostgres, stopPostgres } from './process.ts';
import { findInstallation, removeOldPrograms } from './find-installation.ts';
import type { InstallationFailure } from './find-installation.ts';
import { findPrograms } from './programs.ts';

export type PrivatePostgres = {
  /** The connection URL. It stays the same after a restart. */
  readonly url: string;
  /** Whether the database was running already. Another server may be using it. */
  readonly isFound: boolean;
  /** Shuts the database down cleanly. */
  readonly stop: () => Promise<void>;
  /** Stops watching the database, because it belongs to another server. */
  readonly leave: () => void;
};

export type PostgresFailure =
  | InstallationFailure
  /** There are no programs of Postgres for this system, or their install script has not run. */
  | { readonly type: 'postgres-missing' }
  /** The database could not be created or started. `output` is the error output of Postgres. */
  | { readonly type: 'postgres-failed'; readonly output: string }
  /** The folder has no database, and this program must not create one. */
  | { readonly type: 'no-database'; readonly folder: string }
  /** The folder had a database, which is gone. */
  | { readonly type: 'database-missing'; readonly folder: string }
  /** `postgres` in the data folder was not created by Checklist. */
  | { readonly type: 'foreign-database'; readonly files: string };

/** Whether a missing database is created: never, only in a folder that never had one, or always. */
export type Creation = 'never' | 'if-new' | 'always';

const WATCH_INTERVAL_MS = 500;

/**
 * Starts the database of a data folder, or uses the one that a killed server has left running.
 * @param folder the data folder, which must exist and be writable
 */
export async function startPrivatePostgres(
  folder: string,
  creation: Creation = 'if-new',
): Promise<Result<PrivatePostgres, PostgresFailure>> {
  const programs = await findPrograms();
  if (programs === null) return fail({ type: 'postgres-missing' });
  try {
    const installed = await findInstallation(programs, folder);
    if (!installed.ok) return installed;
    const failure = await provideFiles(installed.value, creation);
    return failure === null ? await startInstalled(installed.value) : fail(failure);
  } catch (error) {
    return fail({ type: 'postgres-failed', output: readErrorCode(error) });
  }
}

/** Ensures that the folder has the files of a database. */
async function provideFiles(installation: Installation, creation: Creation): Promise<PostgresFailure | null> {
  const { folder, files } = installation;
  if (await hasFiles(installation)) {
    if (!(await hasPassword(installation))) return { type: 'foreign-database', files };
  } else {
    if (creation === 'never') return { type: 'no-database', folder };
    if (creation === 'if-new' && (await hasDatabaseNote(folder))) return { type: 'database-missing', folder };
    const failed = await initialise(installation);
    if (failed !== null) return { type: 'postgres-failed', output: failed };
  }
  await writeDatabaseNote(folder);
  return null;
}

async function startInstalled(installation: Installation): Promise<Result<PrivatePostgres, PostgresFailure>> {
  const found = await findRunning(installation.files);
  if (found === null) await removeOldPrograms(installation);
  const started = found ?? (await startPostgres(installation, await findFreePort()));
  if (typeof started === 'string') return fail({ type: 'postgres-failed', output: started });
  const url = `postgres://postgres:${await readPassword(installation)}@127.0.0.1:${started.port}/postgres`;
  return ok({ url, isFound: found !== null, ...keepAlive(installation, started.port, started.pid) });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Restarts the database whenever its process ends. */
function keepAlive(
  installation: Installation,
  port: number,
  firstPid: number,
): Pick<PrivatePostgres, 'stop' | 'leave'> {
  let pid = firstPid;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    if (isAlive(pid)) return;
    const started = (await findRunning(installation.files)) ?? (await startPostgres(installation, port));
    // A failed start, for example because of remains of the crash, is repeated after the next interval.
    if (typeof started !== 'string') pid = started.pid;
  };
  const watch = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }, WATCH_INTERVAL_MS);
  const leave = (): void => clearInterval(watch);
  return {
    leave,
    async stop() {
      leave();
      // Waits for a restart in progress, which would otherwise outlive this process.
      await looking;
      await stopPostgres(pid);
    },
  };
}
