/** Prepares the data folder, and claims and locks it for one server. */
import { constants } from 'node:fs';
import { access, chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { advisoryLocks } from '#server/advisory-locks.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

/** Creates the folder if it is missing, readable only by its owner. Returns its path. */
export async function prepareDataFolder(folder: string): Promise<Result<string, DataFolderFailure>> {
  try {
    await makePrivateFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    return ok(folder);
  } catch (error) {
    return fail({ type: 'data-folder-unusable', folder, code: readErrorCode(error) });
  }
}

/**
 * Creates a folder, and the missing folders above it, readable only by its owner. If root runs this below the folder of another user,
 * such as that of a service, the new folder belongs to that user, too.
 *
 * Unlike the option `recursive` of mkdir, this ends in a folder such as /proc, where nothing can be created.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await createFolder(folder);
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makePrivateFolder(dirname(folder));
    await createFolder(folder);
  }
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(folder));
  if (uid !== 0) await chown(folder, uid, gid);
}

export type DataFolderFailure = {
  readonly type: 'data-folder-unusable';
  readonly folder: string;
  /** The operating system's name for the reason, such as EACCES. */
  readonly code: string;
};

type FolderClaim = { readonly release: () => Promise<void> };

/** The lock ends with its connection, so it is acquired again after a restart of the database. */
const RENEW_MS = 500;

/**
 * Claims the private database until this process ends, with an advisory lock on a separate connection. The lock of a
 * killed server is released as soon as the database notices.
 * @returns null if another server has claimed it
 */
export async function claimFolder(url: string): Promise<FolderClaim | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, backoff: () => 0.2, onnotice: () => undefined });
  // Acquires the lock only once, because advisory locks are counted.
  const acquire = async (): Promise<boolean> => {
    const [row] = await sql<{ is_ours: boolean }[]>`select exists (
      select from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.claimFolder} and pid = pg_backend_pid()
    ) or pg_try_advisory_lock(${advisoryLocks.claimFolder}) as is_ours`;
    return row?.is_ours === true;
  };
  let isOurs = await acquire();
  for (let tries = 1; tries < 20 && !isOurs; tries += 1) {
    await wait(100);
    isOurs = await acquire();
  }
  if (!isOurs) {
    await sql.end();
    return null;
  }
  const renewing = setInterval(() => void acquire().catch(() => undefined), RENEW_MS).unref();
  return {
    async release() {
      clearInterval(renewing);
      await sql.end({ timeout: 1 });
    },
  };
}

export type FolderLock = { readonly release: () => void };

export type FolderLockFailure = {
  readonly type: 'lock-unusable';
  /** The lock: a folder, a file with other content, or a file that this user can't write to. */
  readonly file: string;
  /** The error of SQLite or of the operating system. */
  readonly reason: string;
};

/**
 * Locks the folder until `release`, or until this process ends in any way: the operating system provides the lock, which Node
 * offers only through SQLite. Process ids would not work, because each container counts its own. On a file system without locks,
 * nothing is locked.
 * @param folder a data folder that exists
 * @returns null if another process holds the lock
 */
export async function lockFolder(folder: string): Promise<Result<FolderLock | null, FolderLockFailure>> {
  const file = join(folder, 'lock');
  const isNew = (await stat(file).catch(() => null)) === null;
  const locked = await lockFile(file);
  if (isNew && locked.ok && process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await chown(file, uid, gid);
  }
  return locked;
}

/** Creates a missing file. The file stays empty. */
async function lockFile(file: string): Promise<Result<FolderLock | null, FolderLockFailure>> {
  let database: DatabaseSync | null = null;
  const release = (): void => {
    if (database?.isOpen === true) database.close();
  };
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // SQLite opens a file that it can't write to as read-only, and locks nothing.
    await access(file, constants.W_OK);
    // A journal on the disk could not be written if the disk is full, and Node does not let SQLite do without one.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return ok({ release });
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'errcode');
    if (code === NO_LOCKS) return ok({ release });
    release();
    const reason = error instanceof Error ? error.message : String(error);
    return code === BUSY ? ok(null) : fail({ type: 'lock-unusable', file, reason });
  }
}

/** SQLITE_BUSY, and SQLITE_IOERR_LOCK of a file system without locks (sqlite.org/rescode.html). */
const [BUSY, NO_LOCKS] = [5, 3850];
