/** Finds the files and programs of the private database of a data folder, and checks that they belong there. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { isThere } from './initialise.ts';
import type { Installation, Programs } from './programs.ts';
import { hasWorkingDirectoryPath, findOwner } from './run-program.ts';
import type { Owner } from './run-program.ts';

export type InstallationFailure =
  /** The server runs as root, and the user that runs Postgres cannot enter the data folder. */
  | { readonly type: 'data-folder-unreachable'; readonly folder: string }
  /** `postgres` in the data folder is a link, so a copy of the data folder would use the same files. */
  | { readonly type: 'database-is-a-link'; readonly files: string; readonly target: string }
  /** The files belong to another user than the one who runs this program. */
  | { readonly type: 'database-of-another-user'; readonly files: string; readonly uid: number };

/** For programs that the user who runs Postgres cannot reach (Filesystem Hierarchy Standard 3.0, section 5.5). */
const PROGRAM_CACHE = '/var/cache/checklist';
const PROGRAMS = 'postgres-';

/**
 * Finds the installation of a data folder. The database is always in the data folder itself (P1).
 *
 * Postgres refuses to run as root. If the server runs as root, another user runs Postgres; programs that this user cannot
 * reach, for example in root's home, are copied to a cache.
 * @param folder the data folder, which exists
 */
export async function findInstallation(
  found: Programs,
  folder: string,
): Promise<Result<Installation, InstallationFailure>> {
  const files = join(folder, 'postgres');
  const misplaced = await findMisplacement(folder, files);
  if (misplaced !== null) return fail(misplaced);
  const owner = await findOwner(folder);
  if (owner === null) return ok({ programs: found, owner, folder, files });
  if (!hasWorkingDirectoryPath() && !(await canEnter(owner, folder))) {
    return fail({ type: 'data-folder-unreachable', folder });
  }
  const programs = (await canEnter(owner, dirname(found.initdb))) ? found : await copyPrograms(found, folder);
  return ok({ programs, owner, folder, files });
}

async function findMisplacement(folder: string, files: string): Promise<InstallationFailure | null> {
  const target = await readlink(files).catch(() => null);
  if (target !== null) return { type: 'database-is-a-link', files, target: resolve(folder, target) };
  const uid = (await stat(files).catch(() => null))?.uid;
  const self = process.getuid?.() ?? 0;
  const isForeign = uid !== undefined && self !== 0 && uid !== self;
  return isForeign ? { type: 'database-of-another-user', files, uid } : null;
}

/** Whether a user may enter a folder and each folder above it, judged by their modes. */
async function canEnter({ uid, gid }: Owner, folder: string): Promise<boolean> {
  const path = await realpath(folder);
  const above = dirname(path);
  const { mode, uid: user, gid: group } = await stat(path);
  const bit = user === uid ? constants.S_IXUSR : group === gid ? constants.S_IXGRP : constants.S_IXOTH;
  return (mode & bit) !== 0 && (above === path || (await canEnter({ uid, gid }, above)));
}

/** Copies the programs with their libraries, all or nothing. Each data folder has its own copy, so that old ones can be removed. */
async function copyPrograms({ initdb, postgres }: Programs, dataFolder: string): Promise<Programs> {
  const native = dirname(dirname(initdb));
  const version: unknown = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  const folder = await findProgramCache(dataFolder);
  const copy = join(folder, `${PROGRAMS}${String(Reflect.get(Object(version), 'version'))}`);
  if (!(await isThere(copy))) {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const made = await mkdtemp(join(folder, 'new-'));
    await cp(native, made, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    await chmod(made, 0o755);
    // Another server may have been faster.
    await rename(made, copy).catch(async () => rm(made, { recursive: true, force: true }));
  }
  return { initdb: join(copy, 'bin', basename(initdb)), postgres: join(copy, 'bin', basename(postgres)) };
}

async function findProgramCache(dataFolder: string): Promise<string> {
  const name = createHash('sha256').update(await realpath(dataFolder));
  return join(PROGRAM_CACHE, name.digest('hex').slice(0, 16));
}

/** Removes copied programs of other versions. Call it when no database runs with them. */
export async function removeOldPrograms({ folder, programs }: Installation): Promise<void> {
  const cache = await findProgramCache(folder);
  const names = (await readdir(cache).catch(() => [])).filter((name) => !programs.initdb.includes(`/${name}/`));
  await Promise.all(names.map((name) => rm(join(cache, name), { recursive: true, force: true })));
}
