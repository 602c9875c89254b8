/** What the account's backend has not taken yet, as components read it. */
import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '#client/sync/sync.ts';
import { useShopper } from './shopper-context.ts';

/** For a list that syncs nowhere: the demo's, and one that lives in memory. */
const NO_SYNC: SyncStatus = { pending: 0, firstSync: null, tray: [] };
const readNothing = (): SyncStatus => NO_SYNC;
const hearNothing = (): (() => void) => () => undefined;

/** Pushed, not polled (product Y10). */
export function useSyncStatus(): SyncStatus {
  const { sync } = useShopper();
  return useSyncExternalStore(sync?.onChange ?? hearNothing, sync?.status ?? readNothing);
}
