/** Finds where the private database's files and programs are, so that the user who runs Postgres can reach them. */
import { constants } from 'node:fs';
import {
  chmod,
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
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Installation, Programs } from './programs.ts';
import { findOwner } from './run-program.ts';
import type { Owner } from './run-program.ts';

export type InstallationFailure =
  /** The server runs as root, and the user that runs Postgres cannot enter the data folder. */
  { readonly type: 'data-folder-unreachable'; readonly folder: string; readonly output: string };

/** For databases whose data folder only root can enter (Filesystem Hierarchy Standard 3.0, section 5.8). */
const SHARED_FOLDER = '/var/lib/checklist';
const PROGRAMS = 'postgres-programs-';

/**
 * Finds the installation of a data folder.
 *
 * Postgres refuses to run as root. If the server runs as root, another user runs Postgres, and that user cannot enter a folder
 * such as root's home. The database is then in a folder of /var/lib/checklist, and `postgres` in the data folder is a link
 * to it. Programs that the user cannot reach are copied beside the database.
 * @param dataFolder exists and can be written
 */
export async function findInstallation(
  found: Programs,
  dataFolder: string,
): Promise<Result<Installation, InstallationFailure>> {
  const link = join(dataFolder, 'postgres');
  const owner = await findOwner(link);
  if (owner === null) return ok({ programs: found, owner, folder: dataFolder, files: link });
  const files = await findFiles(link, owner).catch((error: unknown) => (error instanceof Error ? error : null));
  if (files === null || files instanceof Error) {
    return fail({ type: 'data-folder-unreachable', folder: dataFolder, output: files?.message ?? '' });
  }
  const folder = dirname(files);
  const programs = (await canEnter(owner, dirname(found.initdb))) ? found : await copyPrograms(found, folder);
  return ok({ programs, owner, folder, files });
}

/** The database's files: in the data folder if the owner can enter it, otherwise where the link leads. */
async function findFiles(link: string, owner: Owner): Promise<string | null> {
  const target = await readlink(link).catch(() => null);
  if (target !== null) return resolve(dirname(link), target);
  if (await canEnter(owner, dirname(dirname(link)))) return link;
  // The files are here already, but the folder can no longer be entered, for example because it was moved.
  if (await exists(link)) return null;
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(SHARED_FOLDER, 'data-'));
  await chmod(folder, 0o711);
  try {
    await symlink(join(folder, 'postgres'), link);
    return join(folder, 'postgres');
  } catch {
    // Another server was faster.
    await rm(folder, { recursive: true, force: true });
    return readlink(link);
  }
}

/** Whether a user may enter a folder and each folder above it, judged by their modes. */
async function canEnter({ uid, gid }: Owner, folder: string): Promise<boolean> {
  const path = await realpath(folder);
  const above = dirname(path);
  const { mode, uid: user, gid: group } = await stat(path);
  const bit = user === uid ? constants.S_IXUSR : group === gid ? constants.S_IXGRP : constants.S_IXOTH;
  return (mode & bit) !== 0 && (above === path || (await canEnter({ uid, gid }, above)));
}

/** Copies the programs with their libraries, all or nothing, and removes those of other versions. */
async function copyPrograms({ initdb, postgres }: Programs, folder: string): Promise<Programs> {
  const native = dirname(dirname(initdb));
  const version: unknown = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  const copy = join(folder, `${PROGRAMS}${String(Reflect.get(Object(version), 'version'))}`);
  if (!(await exists(copy))) {
    await chmod(folder, 0o711);
    const made = await mkdtemp(join(folder, 'programs-new-'));
    await cp(native, made, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    await chmod(made, 0o755);
    // Another server may have been faster.
    await rename(made, copy).catch(async () => rm(made, { recursive: true, force: true }));
  }
  return { initdb: join(copy, 'bin', basename(initdb)), postgres: join(copy, 'bin', basename(postgres)) };
}

/** Removes copied programs of other versions. Call it when no database runs with them. */
export async function removeOldPrograms({ folder, programs }: Installation): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PROGRAMS) && !programs.initdb.includes(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
