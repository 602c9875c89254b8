/** Ensures that only one server at a time uses the private database of a data folder. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

export type FolderClaim = { readonly release: () => Promise<void> };

/** The key of the advisory lock: an arbitrary constant. */
const LOCK = 7_306_252;
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
      select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and pid = pg_backend_pid()
    ) or pg_try_advisory_lock(${LOCK}) as is_ours`;
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
