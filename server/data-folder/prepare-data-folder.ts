/** Creates the server's data folder, and checks that it is writable before anything starts. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** Creates the folder if it is missing, readable only by its owner. Returns its path. */
export async function prepareDataFolder(folder: string): Promise<Result<string, DataFolderFailure>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    return ok(folder);
  } catch (error) {
    return fail({ type: 'data-folder-unusable', folder, code: readErrorCode(error) });
  }
}

export type DataFolderFailure = {
  readonly type: 'data-folder-unusable';
  readonly folder: string;
  /** The operating system's name for the reason, such as EACCES. */
  readonly code: string;
};
