/** The sync lock port on Web Locks. */
import type { SyncLock } from '#client/ports/tabs.ts';

/** A tab that holds the lock longer counts as frozen (architecture section 4). */
const STEAL_AFTER_MS = 30_000;

/**
 * Creates a lock that all tabs of this browser share.
 * @param name a separate one for each list
 * @param stealAfter milliseconds to wait for the lock before it is stolen
 */
export function createSyncLock(name: string, stealAfter = STEAL_AFTER_MS): SyncLock {
  return {
    async run<T>(work: () => Promise<T>) {
      if (!('locks' in navigator)) return work();
      const { locks } = navigator;
      const started: Promise<T>[] = [];
      const start = (): Promise<T> => {
        const running = work();
        started.push(running);
        return running;
      };
      await locks.request(name, { signal: AbortSignal.timeout(stealAfter) }, start).catch(async () => {
        // The wait timed out before the work started: steal the lock.
        if (started.length === 0) await locks.request(name, { steal: true }, start).catch(() => undefined);
      });
      // If another tab stole the lock from this one, the work still runs to its end.
      return (await started[0]) ?? null;
    },
  };
}
