/**
 * Stands in for the sync until its code is downloaded, and behaves as if offline until then (product Y6). The list never waits
 * for it. Some browsers never retry a module that failed to load; there, the sync starts with the next page load.
 */
import { countPatchedRows } from '#core/diff/diff.ts';
import { lazy } from '#core/lazy.ts';
import { createListeners } from '#core/listeners.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/backend.ts';
import { retryUntilLoaded } from './backoff.ts';
import type { Sync, SyncedStore, SyncStatus } from './sync.ts';

type DeferredParts = {
  /** Starts the real sync. Rejects if its code cannot be downloaded, or the disk does not answer now. */
  readonly start: () => Promise<Sync>;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly store: SyncedStore;
};

/** Starts the real sync, now or as soon as it can be started, and then forwards to it. */
export function createDeferredSync({ start, clock, connection, store }: DeferredParts): Sync {
  const listeners = createListeners();
  const started = lazy(start);
  let status = readStatus(store, false);
  const sync = (): Sync | null => started.loaded();
  const stopCounting = store.subscribe('outbox', () => {
    status = readStatus(store, status.firstSync === null);
    listeners.notify();
  });
  const stopLoading = retryUntilLoaded(started, { clock, connection }, (real) => {
    stopCounting();
    real.onChange(listeners.notify);
    listeners.notify();
  });
  return {
    status: () => sync()?.status() ?? status,
    onChange: listeners.add,
    retry: (id) => sync()?.retry(id),
    discard: (id) => sync()?.discard(id),
    presence: () => sync()?.presence() ?? null,
    people: () => sync()?.people() ?? null,
    close() {
      stopLoading();
      stopCounting();
      started.forget((real) => real.close());
    },
  };
}

/**
 * The first sync pulls the list's own row last, and every account has one: if it is here, the first sync is complete. While a rename
 * of the list is unsent, that row may be the rename alone, so it proves nothing.
 * @param wasComplete whether the first sync was complete before
 */
function readStatus({ list, patches }: SyncedStore, wasComplete: boolean): SyncStatus {
  const unsent = patches();
  const isComplete = wasComplete || (list.listRow.size > 0 && unsent.every(({ table }) => table !== 'listRow'));
  return {
    pending: countPatchedRows(unsent),
    firstSync: isComplete ? null : { rows: 0 },
    hasPulled: false,
    rejected: [],
  };
}
