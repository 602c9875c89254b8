/** Locks a data folder for one process, even against processes of other containers that mount the same volume. */
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { readonly release: () => void };

/**
 * Locks the folder until `release`, or until this process ends in any way: the operating system provides the lock, which Node
 * offers only through SQLite. Process ids would not work, because each container counts its own. On a file system without locks,
 * nothing is locked.
 * @param folder a data folder that exists
 * @returns null if another process holds the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const file = join(folder, 'lock');
  const isNew = (await stat(file).catch(() => null)) === null;
  const database = new DatabaseSync(file, { timeout: 0 });
  const isFree = lockFile(database);
  if (isNew && process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await chown(file, uid, gid);
  }
  if (isFree) return { release: () => database.isOpen && database.close() };
  database.close();
  return null;
}

/** The file stays empty. */
function lockFile(database: DatabaseSync): boolean {
  try {
    database.exec('pragma journal_mode = off; begin exclusive');
    return true;
  } catch (error) {
    return !(error instanceof Error && Reflect.get(error, 'errcode') === BUSY);
  }
}

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const BUSY = 5;
