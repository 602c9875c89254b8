/**
 * Stands in for a sync whose code could not be downloaded, and behaves as if offline until it can (product Y6). Some
 * browsers never retry a module that failed to load; there, the sync starts with the next page load.
 */
import { countPatchedRows } from '#core/diff/diff.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createListeners } from '#core/listeners.ts';
import type { Sync, SyncedStore, SyncStatus } from './sync.ts';

const RETRY_MS = 10_000;

type DeferredParts = {
  /** Starts the real sync. Rejects if its code cannot be downloaded; returns null if the disk is gone. */
  readonly start: () => Promise<Sync | null>;
  readonly clock: Clock;
  readonly store: SyncedStore;
};

/** Creates a sync that tries every ten seconds to start the real one, and then forwards to it. */
export function createDeferredSync({ start, clock, store }: DeferredParts): Sync {
  const listeners = createListeners();
  let status = readStatus(store, false);
  let sync: Sync | null = null;
  let isClosed = false;
  const stop = store.subscribe('outbox', () => {
    status = readStatus(store, status.firstSync === null);
    listeners.notify();
  });
  const tryLater = (): (() => void) =>
    clock.after(RETRY_MS, () => {
      start().then(attach, () => {
        cancel = tryLater();
      });
    });
  const attach = (started: Sync | null): void => {
    if (isClosed) started?.close();
    if (started !== null) stop();
    sync = started;
    sync?.onChange(listeners.notify);
    listeners.notify();
  };
  let cancel = tryLater();
  return {
    status: () => sync?.status() ?? status,
    onChange: listeners.add,
    retry: (id) => sync?.retry(id),
    discard: (id) => sync?.discard(id),
    presence: () => sync?.presence() ?? null,
    people: () => sync?.people() ?? null,
    close() {
      isClosed = true;
      cancel();
      stop();
      sync?.close();
    },
  };
}

/**
 * The first sync pulls the profile last, and every account has one: if it is here, the first sync is complete. While a rename
 * of the list is unsent, the profile may be the rename alone, so it proves nothing.
 * @param wasComplete whether the first sync was complete before
 */
function readStatus({ list, patches }: SyncedStore, wasComplete: boolean): SyncStatus {
  const unsent = patches();
  const isComplete = wasComplete || (list.profile.size > 0 && unsent.every(({ table }) => table !== 'profile'));
  return {
    pending: countPatchedRows(unsent),
    firstSync: isComplete ? null : { rows: 0 },
    hasPulled: false,
    rejected: [],
  };
}
