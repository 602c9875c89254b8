/** Marks a data folder while a restore replaces its database, so that nothing uses it before the restore is complete. */
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/result.ts';
import { isThere } from './find-installation.ts';

const NAME = 'restoring';
/** The text of a mark in a folder that had no database. */
const NO_DATABASE = 'no database before';

/** A restore is still running, or was interrupted. */
export type RestoreInterrupted = {
  readonly type: 'restore-interrupted';
  readonly folder: string;
  /** Whether the restore is still running, perhaps in another container. */
  readonly isRunning: boolean;
  /** Where the previous database is: still in place, or moved to the folder `aside`. `none` if there was none. */
  readonly before: { readonly type: 'in-place' | 'none' } | { readonly type: 'moved'; readonly aside: string };
};

/** Whether a restore has begun and has not been completed. */
export const isMarked = (folder: string): Promise<boolean> => isThere(join(folder, NAME));

/**
 * Returns null for a folder without a mark.
 * @param isRunning whether another process holds the lock of the folder: a restore holds it as long as it runs
 */
export async function findInterruptedRestore(folder: string, isRunning: boolean): Promise<RestoreInterrupted | null> {
  const mark = await readFile(join(folder, NAME), 'utf8').catch(() => null);
  if (mark === null) return null;
  const [name = ''] = mark.split('\n');
  return { type: 'restore-interrupted', folder, isRunning, before: await findBefore(folder, name) };
}

async function findBefore(folder: string, name: string): Promise<RestoreInterrupted['before']> {
  if (name === NO_DATABASE) return { type: 'none' };
  const aside = join(folder, name);
  // The mark is complete before anything is moved, so an incomplete one names no folder that exists.
  return name !== '' && (await isThere(aside)) ? { type: 'moved', aside } : { type: 'in-place' };
}

/**
 * Marks the folder, whose lock this process holds. The mark is on disk when the promise resolves. If root runs this, the mark
 * belongs to the owner of the folder.
 * @param aside the name that the previous database gets, or null if there is none
 * @param isTakenOver whether the mark of an interrupted restore is replaced
 * @returns false if another restore has just marked the folder
 */
export async function markRestore(folder: string, aside: string | null, isTakenOver: boolean): Promise<boolean> {
  const text = `${aside ?? NO_DATABASE}\n`;
  const mark = join(folder, NAME);
  if (isTakenOver) {
    // The name in the earlier mark must survive a kill, so it is replaced in one step.
    await writeDurably(`${mark}-new`, text, 'w');
    await rename(`${mark}-new`, mark);
  } else if (!(await writeDurably(mark, text, 'wx'))) return false;
  const { uid, gid } = await stat(folder);
  if (process.getuid?.() === 0) await chown(mark, uid, gid);
  await syncFolder(folder);
  return true;
}

/** Returns false if the file exists and must not. On a full disk, no empty file stays, which would count as a mark. */
async function writeDurably(file: string, text: string, flag: 'w' | 'wx'): Promise<boolean> {
  const handle = await open(file, flag, 0o644).catch((error: unknown) => {
    if (readErrorCode(error) === 'EEXIST') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return true;
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
