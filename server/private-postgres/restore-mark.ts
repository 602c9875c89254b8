/** Marks a data folder while a restore replaces its database, so that nothing uses it before the restore is complete. */
import { chown, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from './find-installation.ts';

const NAME = 'restoring';

/** A restore is still running, or was interrupted. */
export type RestoreInterrupted = {
  readonly type: 'restore-interrupted';
  readonly folder: string;
  /** Where the previous database is; null if it was not moved. */
  readonly aside: string | null;
};

/** Returns null for a folder without a mark. */
export async function findInterruptedRestore(folder: string): Promise<RestoreInterrupted | null> {
  const name = await readFile(join(folder, NAME), 'utf8').catch(() => null);
  if (name === null) return null;
  const aside = join(folder, name.trim());
  // The mark is complete before anything is moved, so an incomplete one names no folder that exists.
  const isMoved = name.trim() !== '' && (await isThere(aside));
  return { type: 'restore-interrupted', folder, aside: isMoved ? aside : null };
}

/**
 * Marks the folder. The mark is on disk when the promise resolves. An existing mark is replaced, because an interrupted restore
 * moved nothing or is continued. If root runs this, the mark belongs to the owner of the folder.
 * @param aside the name that the previous database gets
 */
export async function markRestore(folder: string, aside: string): Promise<void> {
  const handle = await open(join(folder, NAME), 'w', 0o644);
  try {
    await handle.writeFile(`${aside}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
  const { uid, gid } = await stat(folder);
  if (process.getuid?.() === 0) await chown(join(folder, NAME), uid, gid);
}

export async function unmarkRestore(folder: string): Promise<void> {
  await rm(join(folder, NAME), { force: true });
  await syncFolder(folder);
}

/** Syncs the names in a folder to the disk, so that they survive a power failure in this order. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
