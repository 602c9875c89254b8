/** Creates the server's data folder, and checks that it is writable before anything starts. */
import { constants } from 'node:fs';
import { access, chown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** Creates the folder if it is missing, readable only by its owner. Returns its path. */
export async function prepareDataFolder(folder: string): Promise<Result<string, DataFolderFailure>> {
  try {
    await makePrivateFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    return ok(folder);
  } catch (error) {
    return fail({ type: 'data-folder-unusable', folder, code: readErrorCode(error) });
  }
}

/**
 * Creates a folder, and the missing folders above it, readable only by its owner. If root runs this below the folder of another user,
 * such as that of a service, the new folder belongs to that user, too.
 *
 * Unlike the option `recursive` of mkdir, this ends in a folder such as /proc, where nothing can be created.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await createFolder(folder);
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makePrivateFolder(dirname(folder));
    await createFolder(folder);
  }
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(folder));
  if (uid !== 0) await chown(folder, uid, gid);
}

export type DataFolderFailure = {
  readonly type: 'data-folder-unusable';
  readonly folder: string;
  /** The operating system's name for the reason, such as EACCES. */
  readonly code: string;
};
