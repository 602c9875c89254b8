/** Prepares the data folder, and claims it for one server. */
import { constants } from 'node:fs';
import { access, chown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { advisoryLocks } from '#server/advisory-locks.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

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

export type FolderClaim = { readonly release: () => Promise<void> };

/** The lock ends with its connection, so it is acquired again after a restart of the database. */
const RENEW_MS = 500;

/**
 * Claims the private database until this process ends, with an advisory lock on a separate connection. The lock of a
 * killed server is released as soon as the database notices.
 * @returns null if another server has claimed it
 */
export async function claimFolder(url: string): Promise<FolderClaim | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, backoff: () => 0.2, onnotice: () => undefined });
  // Acquires the lock only once, because advisory locks are counted.
  const acquire = async (): Promise<boolean> => {
    const [row] = await sql<{ is_ours: boolean }[]>`select exists (
      select from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.claimFolder} and pid = pg_backend_pid()
    ) or pg_try_advisory_lock(${advisoryLocks.claimFolder}) as is_ours`;
    return row?.is_ours === true;
  };
  let isOurs = await acquire();
  for (let tries = 1; tries < 20 && !isOurs; tries += 1) {
    await wait(100);
    isOurs = await acquire();
  }
  if (!isOurs) {
    await sql.end();
    return null;
  }
  const renewing = setInterval(() => void acquire().catch(() => undefined), RENEW_MS).unref();
  return {
    async release() {
      clearInterval(renewing);
      await sql.end({ timeout: 1 });
    },
  };
}
