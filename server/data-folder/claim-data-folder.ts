/** Whose the private database of a data folder is: one server's at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

export type FolderClaim = { readonly release: () => Promise<void> };

/** Any number will do, as long as it is always the same. */
const LOCK = 7_306_252;
/** A lock is its connection's: when the database was started again, it is taken again. */
const RENEW_MS = 500;

/**
 * Claims the private database for as long as this process lives, through a connection of its own. A server that was killed
 * has let go of it, though the database may need a moment to notice.
 * @returns null when it is another server's
 */
export async function claimFolder(url: string): Promise<FolderClaim | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, backoff: () => 0.2, onnotice: () => undefined });
  // Asking twice would count twice.
  const ask = async (): Promise<boolean> => {
    const [row] = await sql<{ is_ours: boolean }[]>`select exists (
      select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and pid = pg_backend_pid()
    ) or pg_try_advisory_lock(${LOCK}) as is_ours`;
    return row?.is_ours === true;
  };
  let isOurs = await ask();
  for (let tries = 1; tries < 20 && !isOurs; tries += 1) {
    await wait(100);
    isOurs = await ask();
  }
  if (!isOurs) {
    await sql.end();
    return null;
  }
  const renewing = setInterval(() => void ask().catch(() => undefined), RENEW_MS).unref();
  return {
    async release() {
      clearInterval(renewing);
      await sql.end({ timeout: 1 });
    },
  };
}
