/** A note in the data folder that says that it has a database, so that a missing one is not replaced by an empty one (P1). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import { isThere } from './initialise.ts';

const NAME = 'database.txt';

const TEXT = `The Checklist database of this folder is in the folder "postgres".
Copy both together, while the server is stopped.
If this file is here and "postgres" is missing, the server does not start, because it would start with an empty list.
`;

/** Writes the note, if it is missing. */
export async function writeDatabaseNote(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, NAME), TEXT, { flag: 'wx', mode: 0o644 }).catch((error: unknown) => {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  });
}

/** Whether this folder had a database. */
export const hasDatabaseNote = (dataFolder: string): Promise<boolean> => isThere(join(dataFolder, NAME));
