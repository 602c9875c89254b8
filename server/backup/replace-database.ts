/** Moves the private database aside while a backup is restored in its place, and brings it back if the restore fails. */
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { claimFolder, prepareDataFolder, lockFolder } from '#server/data-folder/data-folder.ts';
import type { Failure } from '#server/failures.ts';
import { messages } from '#server/messages.ts';
import { isThere } from '#server/private-postgres/find-installation.ts';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { findRunning, isOccupied } from '#server/private-postgres/process.ts';
import {
  findInterruptedRestore,
  markRestore,
  syncFolder,
  unmarkRestore,
  type RestoreInterrupted,
} from '#server/private-postgres/restore-mark.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { checkRestorable } from './restore-backup.ts';

type Lines = Result<readonly string[], Failure>;

type Replacing = Pick<Settings, 'dataFolder' | 'databaseUrl'> & { readonly file: string; readonly now: Date };

/**
 * Verifies the whole file first, and locks the data folder, so that one restore runs at a time. The mark in the data folder survives
 * a kill at any step: servers refuse the folder until the restore is run again and continues where it was interrupted.
 * @param restore restores into the folder, which has no database at that point
 */
export async function replaceDatabase(replacing: Replacing, restore: () => Promise<Lines>): Promise<Lines> {
  const { dataFolder: folder, databaseUrl, file, now } = replacing;
  if (databaseUrl !== null) return fail({ type: 'replace-needs-private' });
  const checked = await checkRestorable(file);
  if (!checked.ok) return checked;
  const prepared = await prepareDataFolder(folder);
  if (!prepared.ok) return prepared;
  const locked = await lockFolder(folder);
  if (!locked.ok) return locked;
  if (locked.value === null)
    return fail((await findInterruptedRestore(folder, true)) ?? { type: 'data-folder-in-use', folder });
  try {
    return await replaceIn(folder, now, restore);
  } catch (error) {
    return fail({ type: 'data-folder-unusable', folder, code: readErrorCode(error) });
  } finally {
    locked.value.release();
  }
}

async function replaceIn(folder: string, now: Date, restore: () => Promise<Lines>): Promise<Lines> {
  const files = join(folder, 'postgres');
  const interrupted = await findInterruptedRestore(folder, false);
  // Before the mark, which would stop a server that is about to start.
  if (!(await isFree(folder, files))) return fail({ type: 'data-folder-in-use', folder });
  const aside = await putAside({ folder, files, now, interrupted });
  if (aside === 'in-use') return fail({ type: 'data-folder-in-use', folder });
  const restored = await restore();
  if (!restored.ok) {
    // The files belong to the process that holds the claim.
    if (restored.failure.type !== 'data-folder-in-use') await bringBack({ folder, files }, aside);
    return restored;
  }
  await unmarkRestore(folder);
  return aside === null ? restored : ok([...restored.value, messages.replaced(aside)]);
}

/** How long a database may take to start or to stop. */
const [SETTLING_TRIES, TRY_INTERVAL_MS] = [100, 100];

/**
 * Whether no process uses the database. A process that does not respond counts as a user. A Postgres that a killed server has left
 * running is stopped, once its claim has shown that no server uses it.
 */
async function isFree(folder: string, files: string): Promise<boolean> {
  // It may be starting or stopping, for example because the restore that started it was killed.
  const isUnsettled = async (): Promise<boolean> => (await isOccupied(files)) && (await findRunning(files)) === null;
  for (let tries = 0; tries < SETTLING_TRIES && (await isUnsettled()); tries += 1) await wait(TRY_INTERVAL_MS);
  if (!(await isOccupied(files))) return true;
  // Another Postgres must not be started on files that a process may be using.
  if ((await findRunning(files)) === null) return false;
  const found = await startPrivatePostgres(folder, 'replacing');
  if (!found.ok) return false;
  const claim = await claimFolder(found.value.url).catch(() => null);
  if (claim === null) {
    found.value.leave();
    return false;
  }
  await claim.release();
  await found.value.stop();
  return !(await isOccupied(files));
}

type Place = { readonly folder: string; readonly files: string };

type Moving = Place & { readonly now: Date; readonly interrupted: RestoreInterrupted | null };

/**
 * Moves the database to a folder next to it, or continues an interrupted restore: removes what that restore created, because
 * nothing could use it.
 * @returns the folder, null if there was no database, or `in-use` if a server or another restore started at the same moment
 */
async function putAside(moving: Moving): Promise<string | null> {
  const { folder, files, interrupted } = moving;
  if (interrupted === null || interrupted.before.type === 'in-place') return moveAside(moving);
  const aside = interrupted.before.type === 'moved' ? interrupted.before.aside : null;
  await markRestore(folder, aside === null ? null : basename(aside), true);
  await rm(files, { recursive: true, force: true });
  return aside;
}

async function moveAside({ folder, files, now, interrupted }: Moving): Promise<string | null> {
  const aside = join(folder, `replaced-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`);
  const hasDatabase = await isThere(files);
  const isMarked = await markRestore(folder, hasDatabase ? basename(aside) : null, interrupted !== null);
  if (!isMarked) return 'in-use';
  if (!hasDatabase) return null;
  await moveOrUnmark({ folder, files }, aside);
  if (!(await isOccupied(aside))) return aside;
  await rename(aside, files);
  await unmarkRestore(folder);
  return 'in-use';
}

/** A database that cannot be moved, such as a mount point, stays in service. */
async function moveOrUnmark({ folder, files }: Place, aside: string): Promise<void> {
  try {
    await rename(files, aside);
  } catch (error) {
    await unmarkRestore(folder);
    throw error;
  }
  await syncFolder(folder);
}

/** Removes what the restore has created, but never the only database: without the one from before, nothing is removed. */
async function bringBack({ folder, files }: Place, aside: string | null): Promise<void> {
  if (aside === null || (await isThere(aside))) await rm(files, { recursive: true, force: true });
  if (aside !== null && !(await isThere(files))) {
    await rename(aside, files);
    await syncFolder(folder);
  }
  await unmarkRestore(folder);
}
