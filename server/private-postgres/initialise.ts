/** Creates the files of a private database atomically. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import type { Installation } from './programs.ts';
import { runProgram } from './run-program.ts';

/** In the folder of the database, so that the password always belongs to these files. */
const PASSWORD_FILE = 'checklist-password';
const UNFINISHED = 'postgres-new-';

/**
 * Creates the database in a temporary folder and renames it when it is complete. If two servers do this at once, both use
 * the files of the first. Removes the remains of an interrupted initialization.
 * @returns the problem, or null if the database exists now
 */
export async function initialise(installation: Installation): Promise<string | null> {
  if (await isThere(installation.files)) return null;
  if (installation.owner) {
    // Its owner must be able to pass through.
    await chmod(installation.folder, 0o711);
  }
  const made = await mkdtemp(join(installation.folder, UNFINISHED));
  // A faster server may remove the temporary folder at any time. Only the existence of the database counts.
  const failed = await makeFiles(installation, made).catch(readErrorCode);
  if (failed === null) await rename(made, installation.files).catch(() => undefined);
  const isMade = await isThere(installation.files);
  if (isMade) await removeUnfinished(installation.folder);
  else await rm(made, { recursive: true, force: true });
  return isMade ? null : (failed ?? 'its files could not be moved');
}

/** Reads the database's password. */
export async function readPassword({ files }: Installation): Promise<string> {
  return (await readFile(join(files, PASSWORD_FILE), 'utf8')).trim();
}

async function makeFiles({ programs, owner }: Installation, made: string): Promise<string | null> {
  const password = randomBytes(24).toString('hex');
  const passwordFile = `${made}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) await Promise.all([made, passwordFile].map((path) => chown(path, owner.uid, owner.gid)));
  const flags = ['--auth=scram-sha-256', '--username=postgres', '--encoding=UTF8', '--locale=C', '--data-checksums'];
  const failed = await runProgram(programs.initdb, [`--pgdata=${made}`, `--pwfile=${passwordFile}`, ...flags], owner);
  await rm(passwordFile, { force: true });
  if (failed === null) await writeFile(join(made, PASSWORD_FILE), `${password}\n`, { mode: 0o600 });
  return failed;
}

const isThere = (path: string): Promise<boolean> =>
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
