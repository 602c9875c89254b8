/** Creates the files of a private database atomically. */
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import type { Installation } from './programs.ts';
import { reachFolder, runProgram } from './run-program.ts';

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
export async function readPassword({ files }: Installation): Promise<string> {
  return (await readFile(join(files, PASSWORD_FILE), 'utf8')).trim();
}

/** Whether the data folder has files of a database. */
export const hasFiles = ({ files }: Installation): Promise<boolean> => isThere(files);

/** Whether Checklist has created these files. */
export const hasPassword = ({ files }: Installation): Promise<boolean> => isThere(join(files, PASSWORD_FILE));

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

/** Whether a path exists. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED));
  // Another server may be removing the same.
  await Promise.all(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}
