/** The tabs port on BroadcastChannel. */
import type { SyncLock, Tabs } from '#client/ports/storage.ts';

/**
 * Connects the tabs that show one list on this device. A page that returns from the background is also called back, because it
 * may have missed messages while it was suspended. Create it before reading the list: a subscriber is called back at once if a
 * message has arrived since then.
 */
export function createTabs(listKey: string): Tabs & { readonly close: () => void } {
  const channel = new BroadcastChannel(`checklist:${listKey}`);
  let isClosed = false;
  // A message may arrive while this tab still reads the list, before it is subscribed.
  let hasMissed = false;
  const miss = (): void => {
    hasMissed = true;
  };
  channel.addEventListener('message', miss);
  return {
    announce() {
      // A change may become durable after the list was closed. Other tabs read it when they become visible.
      if (isClosed) return;
      // A BroadcastChannel has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(null);
    },
    onChange(callback) {
      const whenVisible = (): void => {
        if (document.visibilityState === 'visible') callback();
      };
      channel.removeEventListener('message', miss);
      channel.addEventListener('message', callback);
      document.addEventListener('visibilitychange', whenVisible);
      window.addEventListener('pageshow', whenVisible);
      if (hasMissed) callback();
      hasMissed = false;
      return () => {
        channel.removeEventListener('message', callback);
        document.removeEventListener('visibilitychange', whenVisible);
        window.removeEventListener('pageshow', whenVisible);
      };
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}

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
