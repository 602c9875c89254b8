/** What the sync knows, for components: unsent, downloading and rejected changes, and who added and ticked the items. */
import { useSyncExternalStore } from 'react';
import type { PeopleStorage } from '#client/ports/storage.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { useShownList } from './shown-list.ts';

/** For a list that does not sync: the demo's, or one that is in memory only. */
const NO_SYNC: SyncStatus = { pending: 0, firstSync: null, hasPulled: true, rejected: [] };
const readNothing = (): SyncStatus => NO_SYNC;
const subscribeToNothing = (): (() => void) => () => undefined;

/** Re-renders when the status changes; nothing is polled (product Y10). */
export function useSyncStatus(): SyncStatus {
  const { sync } = useShownList();
  return useSyncExternalStore(sync?.onChange ?? subscribeToNothing, sync?.status ?? readNothing);
}

/** The storage of the people who added and ticked the items (product H8); null until it is downloaded. */
export function usePeopleStorage(): PeopleStorage | null {
  const { sync } = useShownList();
  return useSyncExternalStore(sync?.onChange ?? subscribeToNothing, () => sync?.people() ?? null);
}
