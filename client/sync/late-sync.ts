/**
 * A sync whose code could not be fetched just now: as without a network, until it can (product Y6). Some browsers remember
 * for the life of a page that a module could not be fetched: there it begins with the next start of the page.
 */
import { countPatchedRows } from '#core/sync/row-key.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Sync, SyncStatus } from './sync.ts';
import type { SyncedStore } from './synced-store.ts';

const RETRY_MS = 10_000;

type LateParts = {
  /** Begins the real one: rejects where its code cannot be fetched, gives null where the disk went away. */
  readonly start: () => Promise<Sync | null>;
  readonly clock: Clock;
  readonly store: SyncedStore;
};

/** Stands in for a sync that begins as soon as it can. */
export function createLateSync({ start, clock, store }: LateParts): Sync {
  const listeners = new Set<() => void>();
  let waiting = readWaiting(store);
  let sync: Sync | null = null;
  let isClosed = false;
  const notify = (): void => listeners.forEach((listener) => listener());
  const stop = store.subscribe('outbox', () => {
    waiting = readWaiting(store);
    notify();
  });
  const tryLater = (): (() => void) =>
    clock.after(RETRY_MS, () => {
      start().then(take, () => {
        cancel = tryLater();
      });
    });
  const take = (started: Sync | null): void => {
    if (isClosed) started?.close();
    if (started !== null) stop();
    sync = started;
    sync?.onChange(notify);
    notify();
  };
  let cancel = tryLater();
  return {
    status: () => sync?.status() ?? waiting,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: (id) => sync?.retry(id),
    discard: (id) => sync?.discard(id),
    close() {
      isClosed = true;
      cancel();
      stop();
      sync?.close();
    },
  };
}

/** The profile comes last, and every account has one: where it is here, all came once. */
const readWaiting = ({ list, patches }: SyncedStore): SyncStatus => ({
  pending: countPatchedRows(patches()),
  firstSync: list.profile.size > 0 ? null : { rows: 0 },
  tray: [],
});
