/** What the shopper sees of the sync: the same object until something changes. */
import { countPatchedRows } from '#core/sync/row-key.ts';
import type { SyncState } from '#client/ports/sync-storage.ts';
import type { SyncedStore } from './synced-store.ts';
import type { SyncStatus } from './sync.ts';

export type StatusKeeper = {
  readonly read: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  /** Takes in what the disk says, and counts again what is waiting. */
  readonly take: (state: SyncState) => void;
  /** Counts again what is waiting. */
  readonly count: () => void;
};

/** @param state what the disk says at the start */
export function createStatus(store: SyncedStore, state: Pick<SyncState, 'isComplete' | 'tray'>): StatusKeeper {
  let status: SyncStatus = toStatus(store, state);
  const listeners = new Set<() => void>();
  const set = (next: SyncStatus): void => {
    // Everything in it is plain data, and there is little of it.
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => status,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take: (next) => set(toStatus(store, next)),
    count: () => set({ ...status, pending: countPatchedRows(store.patches()) }),
  };
}

function toStatus(store: SyncedStore, { isComplete, tray }: Pick<SyncState, 'isComplete' | 'tray'>): SyncStatus {
  const { items, categories, savedLists } = store.list;
  const firstSync = isComplete ? null : { rows: items.size + categories.size + savedLists.size };
  return { pending: countPatchedRows(store.patches()), firstSync, tray };
}
