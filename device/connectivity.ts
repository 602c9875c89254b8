/** The connection port: requests decide whether the app is online; `navigator.onLine` is only a hint at the start (product Y6). */
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/backend.ts';
import { createBackoff } from '#client/sync/backoff.ts';
import { createListeners } from '#core/listeners.ts';

/** Delay in milliseconds before work that can wait, so that it does not slow down the first display of the list. */
export const QUIET_START_MS = 300;

/** Time after which a server that does not answer counts as offline (product Y6). */
const TIMEOUT_MS = 10_000;

/** The connection, with a way to report the outcome of requests. */
export type ReportedConnection = Connection & {
  /** @param check the request that checks a backend elsewhere, about which the app's own server knows nothing; undefined to keep the last one */
  readonly report: (isReachable: boolean, check?: Request) => void;
};

/** Checks the server soon after the start, and whenever something hints at a change. */
export function createConnection(clock: Clock): ReportedConnection {
  let isOnline = navigator.onLine;
  let request: Request | string = './health';
  const backoff = createBackoff(clock);
  const listeners = createListeners();
  // Only the latest check counts, because an older answer may come from a different network.
  let latest: object | null = null;
  const set = (next: boolean): void => {
    latest = null;
    if (next) backoff.reset();
    else backoff.retry(() => void check());
    if (next === isOnline) return;
    isOnline = next;
    listeners.notify();
  };
  const check = async (): Promise<void> => {
    backoff.stop();
    const own = {};
    latest = own;
    const isUp = await isServerUp(request);
    if (own === latest) set(isUp);
  };
  window.addEventListener('online', () => {
    // The first request on a new network often fails. That failure counts as the first again.
    backoff.reset();
    void check();
  });
  window.addEventListener('offline', () => set(false));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  // Until then, the browser's hint counts.
  clock.after(QUIET_START_MS, () => void check());
  return {
    isOnline: () => isOnline,
    onChange: listeners.add,
    report(isReachable, next) {
      request = next ?? request;
      // A report that agrees is ignored; one that disagrees starts a check, one at a time.
      if (!latest && isReachable !== isOnline) void check();
    },
  };
}

async function isServerUp(request: Request | string): Promise<boolean> {
  try {
    const answer = await fetch(request, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    // An unread answer would hold its connection.
    await answer.arrayBuffer();
    // A static host without /health answers 404, which also proves that the network works (product Y6).
    return answer.status < 500;
  } catch {
    return false;
  }
}
