/** Runs a private Postgres in the data folder: creates it at the first start, and restarts it if it crashes. */
import { createServer } from 'node:net';
import { lockFolder, type FolderLock, type FolderLockFailure } from '#server/data-folder/data-folder.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import {
  findInstallation,
  findPrograms,
  hasDatabaseNote,
  removeOldPrograms,
  writeDatabaseNote,
  type Installation,
  type InstallationFailure,
  isThere,
} from './find-installation.ts';
import { findRunning, isAlive, isOccupied, startPostgres, stopPostgres, type Running } from './process.ts';
import { findInterruptedRestore, isMarked, type RestoreInterrupted } from './restore-mark.ts';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reachFolder, runProgram } from './run-program.ts';

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
  | FolderLockFailure
  /** There are no programs of Postgres for this system, or their install script has not run. */
  | { readonly type: 'postgres-missing' }
  /** The database could not be created or started. `output` is the error output of Postgres. */
  | { readonly type: 'postgres-failed'; readonly output: string }
  /** The folder has no database, and this program must not create one. */
  | { readonly type: 'no-database'; readonly folder: string }
  /** The folder had a database, which is gone. */
  | { readonly type: 'database-missing'; readonly folder: string }
  | RestoreInterrupted
  /** Another process uses the database of this folder, perhaps in another container. */
  | { readonly type: 'data-folder-in-use'; readonly folder: string }
  /** `postgres` in the data folder was not created by Checklist. */
  | { readonly type: 'foreign-database'; readonly files: string };

/**
 * Whether a missing database is created: never, only in a folder that never had one, or always. `replacing` is for the restore that
 * has locked and marked the folder (restore-mark.ts), which nothing else may use.
 */
export type Creation = 'never' | 'if-new' | 'always' | 'replacing';

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
    const entered = await enterFolder(installed.value, creation);
    if (!entered.ok) return entered;
    return await provide(installed.value, creation, entered.value);
  } catch (error) {
    return fail({ type: 'postgres-failed', output: readErrorCode(error) });
  }
}

const HELD_BY_RESTORE: FolderLock = { release: () => undefined };

/** How long another process may take to start the database, and how long if its Postgres already exists. */
const [SHORT_TRIES, LONG_TRIES, TRY_INTERVAL_MS] = [30, 300, 100];

/**
 * Locks the folder before its database is used. A database that another process of this system runs can be used without the lock,
 * but not one in another container: its process and its port are not visible here, and a second Postgres would destroy the files.
 */
async function enterFolder(
  installation: Installation,
  creation: Creation,
): Promise<Result<FolderLock | null, PostgresFailure>> {
  if (creation === 'replacing') return ok(HELD_BY_RESTORE);
  // Before the lock, which is a file: a refused command leaves the folder unchanged.
  const refusal = await findRefusal(installation, creation);
  if (refusal !== null && !(await isMarked(installation.folder))) return fail(refusal);
  return waitForLock(installation);
}

async function waitForLock({ folder, files }: Installation): Promise<Result<FolderLock | null, PostgresFailure>> {
  for (let tries = 0; tries < SHORT_TRIES || (tries < LONG_TRIES && (await isOccupied(files))); tries += 1) {
    const locked = await lockUnmarked(folder);
    if (!locked.ok || locked.value !== null || (await findRunning(files)) !== null) return locked;
    await wait(TRY_INTERVAL_MS);
  }
  return fail({ type: 'data-folder-in-use', folder });
}

/** Locks the folder, unless a restore has marked it. */
async function lockUnmarked(folder: string): Promise<Result<FolderLock | null, PostgresFailure>> {
  const locked = await lockFolder(folder);
  if (!locked.ok) return locked;
  const interrupted = await findInterruptedRestore(folder, locked.value === null);
  if (interrupted === null) return locked;
  locked.value?.release();
  return fail(interrupted);
}

/** @param lock null if another process holds it */
async function provide(
  installation: Installation,
  creation: Creation,
  lock: FolderLock | null,
): Promise<Result<PrivatePostgres, PostgresFailure>> {
  let isRunning = false;
  try {
    const failure = await provideFiles(installation, creation);
    const started = failure === null ? await startInstalled(installation, lock) : fail(failure);
    isRunning = started.ok;
    return started;
  } finally {
    if (!isRunning) lock?.release();
  }
}

/** Why the database of the folder can't be used or created; null if it can. */
async function findRefusal(installation: Installation, creation: Creation): Promise<PostgresFailure | null> {
  const { folder, files } = installation;
  if (await hasFiles(installation)) {
    return (await hasPassword(installation)) ? null : { type: 'foreign-database', files };
  }
  if (creation === 'never') return { type: 'no-database', folder };
  return creation === 'if-new' && (await hasDatabaseNote(folder)) ? { type: 'database-missing', folder } : null;
}

/** Ensures that the folder has the files of a database. */
async function provideFiles(installation: Installation, creation: Creation): Promise<PostgresFailure | null> {
  const refusal = await findRefusal(installation, creation);
  if (refusal !== null) return refusal;
  const failed = (await hasFiles(installation)) ? null : await initialise(installation);
  if (failed !== null) return { type: 'postgres-failed', output: failed };
  await writeDatabaseNote(installation.folder);
  return null;
}

async function startInstalled(
  installation: Installation,
  lock: FolderLock | null,
): Promise<Result<PrivatePostgres, PostgresFailure>> {
  const found = await findRunning(installation.files);
  // It has just been stopped.
  if (found === null && lock === null) return fail({ type: 'data-folder-in-use', folder: installation.folder });
  if (found === null) await removeOldPrograms(installation);
  const started = found ?? (await startOnFreePort(installation));
  if (typeof started === 'string') return fail({ type: 'postgres-failed', output: started });
  const url = `postgres://postgres:${await readPassword(installation)}@127.0.0.1:${started.port}/postgres`;
  return ok({ url, isFound: found !== null, ...keepAlive(installation, started, lock) });
}

/** How many ports are tried: another program may take a free one before Postgres does. */
const PORTS = 3;
const TAKEN = /could not create any TCP\/IP sockets/u;

async function startOnFreePort(installation: Installation, left = PORTS): Promise<Running | string> {
  const started = await startPostgres(installation, await findFreePort());
  const isTaken = typeof started === 'string' && TAKEN.test(started);
  return isTaken && left > 1 ? startOnFreePort(installation, left - 1) : started;
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
  { port, pid: firstPid }: Running,
  firstLock: FolderLock | null,
): Pick<PrivatePostgres, 'stop' | 'leave'> {
  let pid = firstPid;
  let lock = firstLock;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    if (isAlive(pid)) return;
    // The process that held the lock has ended, or restarts the database itself.
    if (lock === null) {
      const locked = await lockFolder(installation.folder);
      lock = locked.ok ? locked.value : null;
    }
    if (lock === null) return;
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
  return {
    leave() {
      clearInterval(watch);
      lock?.release();
    },
    async stop() {
      clearInterval(watch);
      // Waits for a restart in progress, which would otherwise outlive this process.
      await looking;
      await stopPostgres(installation.files, pid);
      lock?.release();
    },
  };
}

/** In the folder of the database, so that the password always belongs to these files. */
const PASSWORD_FILE = 'checklist-password';
const UNFINISHED = 'postgres-new-';

/**
 * Creates the database in a temporary folder and renames it when it is complete. If two servers do this at once, both use
 * the files of the first. Removes the remains of an interrupted initialization.
 * @returns the problem, or null if the database exists now
 */
export async function initialise(installation: Installation): Promise<string | null> {
  const { folder, files } = installation;
  const made = await mkdtemp(join(folder, UNFINISHED));
  // A faster server may remove the temporary folder at any time. Only the existence of the database counts.
  const failed = await makeFiles(installation, made).catch(readErrorCode);
  if (failed === null) await rename(join(made, DATABASE), files).catch(() => undefined);
  const isMade = await isThere(files);
  if (isMade) await removeUnfinished(folder);
  else await rm(made, { recursive: true, force: true });
  return isMade ? null : (failed ?? 'its files could not be moved');
}

/** Reads the database's password. */
async function readPassword({ files }: Installation): Promise<string> {
  return (await readFile(join(files, PASSWORD_FILE), 'utf8')).trim();
}

/** Whether the data folder has files of a database. */
const hasFiles = ({ files }: Installation): Promise<boolean> => isThere(files);

/** Whether Checklist has created these files. */
const hasPassword = ({ files }: Installation): Promise<boolean> => isThere(join(files, PASSWORD_FILE));

/** The names in the temporary folder. */
const DATABASE = 'database';
const PASSWORD = 'password';

async function makeFiles({ programs, owner }: Installation, made: string): Promise<string | null> {
  const [database, password] = [join(made, DATABASE), join(made, PASSWORD)];
  await mkdir(database, { mode: 0o700 });
  await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (owner) await Promise.all([made, database, password].map((path) => chown(path, owner.uid, owner.gid)));
  const { cwd, path } = reachFolder(database, owner);
  // The owner may enter the folder above the database, but perhaps none further up, so the path to the password leads from the database.
  const files = [`--pgdata=${path}`, `--pwfile=${path}/../${PASSWORD}`];
  const failed = await runProgram({ program: programs.initdb, args: [...files, ...FLAGS], owner, cwd });
  if (failed === null) await rename(password, join(database, PASSWORD_FILE));
  return failed;
}

const FLAGS = ['--auth=scram-sha-256', '--username=postgres', '--encoding=UTF8', '--locale=C', '--data-checksums'];

async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED));
  // Another server may be removing the same.
  await Promise.all(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}
