/** A note in the data folder that says that it has a database, so that a missing one is not replaced by an empty one (P1). */
import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import { isThere } from './initialise.ts';

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
