/** Derives the sync status that users see. The same object is returned until something changes. */
import { countPatchedRows } from '#core/diff/diff.ts';
import type { SyncState } from '#client/ports/sync-storage.ts';
import { createListeners } from '#core/listeners.ts';
import type { SyncedStore, SyncStatus } from './sync.ts';

export type SyncStatusTracker = {
  readonly read: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  /** Updates the status from the state on disk, and counts the waiting changes again. */
  readonly update: (state: SyncState) => void;
  /** Counts the waiting changes again. */
  readonly count: () => void;
  /** Records that every table has been pulled. */
  readonly recordPull: () => void;
};

/** @param state the sync state on disk at the start */
export function createSyncStatus(
  store: SyncedStore,
  state: Pick<SyncState, 'isComplete' | 'rejected'>,
): SyncStatusTracker {
  let status: SyncStatus = { ...toStatus(store, state), hasPulled: false };
  const listeners = createListeners();
  const set = (next: SyncStatus): void => {
    // The status is small and plain, so comparing it as text is cheap.
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    listeners.notify();
  };
  return {
    read: () => status,
    onChange: listeners.add,
    update: (next) => set({ ...status, ...toStatus(store, next) }),
    count: () => set({ ...status, pending: countPatchedRows(store.patches()) }),
    recordPull: () => set({ ...status, hasPulled: true }),
  };
}

function toStatus(
  store: SyncedStore,
  { isComplete, rejected }: Pick<SyncState, 'isComplete' | 'rejected'>,
): Omit<SyncStatus, 'hasPulled'> {
  const { items, categories, savedLists } = store.list;
  const firstSync = isComplete ? null : { rows: items.size + categories.size + savedLists.size };
  return { pending: countPatchedRows(store.patches()), firstSync, rejected };
}
