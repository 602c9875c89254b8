/** Locks a data folder for one process, even against processes of other containers that mount the same volume. */
import { constants } from 'node:fs';
import { access, chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '#server/result.ts';

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
