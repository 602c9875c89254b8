/** The connection port: what requests do decides, `navigator.onLine` is only a hint (product Y6). */
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/connection.ts';
import { createBackoff } from '#client/sync/backoff.ts';
import { createListeners } from './listeners.ts';
import { QUIET_START_MS } from './quiet-start.ts';

/** A server that accepts and never answers counts as none after so long (product Y6). */
const TIMEOUT_MS = 10_000;

/** The connection, and who tells it of requests that others make. */
export type ReportedConnection = Connection & { readonly report: (isReachable: boolean) => void };

/** Asks the server this app came from whether it is there: soon after the start, and whenever something hints at a change. */
export function createConnection(clock: Clock): ReportedConnection {
  let isOnline = navigator.onLine;
  const backoff = createBackoff(clock);
  const listeners = createListeners();
  // Only the latest question counts: the answer to an older one may come when the network is another.
  let latest: object | null = null;
  const set = (next: boolean): void => {
    latest = null;
    backoff.settle(next, () => void ask());
    if (next === isOnline) return;
    isOnline = next;
    listeners.notify();
  };
  const ask = async (): Promise<void> => {
    backoff.stop();
    const own = {};
    latest = own;
    const isThere = navigator.onLine && (await isServerThere());
    if (own === latest) set(isThere);
  };
  window.addEventListener('online', () => {
    // A network that has just come often fails the first request: that failure counts as the first again.
    backoff.settle(true, () => void ask());
    void ask();
  });
  window.addEventListener('offline', () => set(false));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void ask();
  });
  // Until then the browser's hint holds.
  clock.after(QUIET_START_MS, () => void ask());
  return {
    isOnline: () => isOnline,
    onChange: listeners.add,
    report(isReachable) {
      // Good news that hold nothing new cost nothing; bad news are looked into, by one question at a time.
      if (!latest && isReachable !== isOnline && navigator.onLine) void ask();
    },
  };
}

async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    // An answer that is not read to its end keeps its connection.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
