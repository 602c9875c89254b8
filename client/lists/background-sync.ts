/** Syncs the lists that are not open: at start, after hints, and when something in them changed (product H7). */
import type { Clock } from '#client/ports/clock.ts';
import type { Lists, Memberships } from '#client/ports/lists.ts';
import type { SyncLock } from '#client/ports/storage.ts';
import { type CycleResult, PULL_ORDER } from '#client/sync/sync-cycle.ts';
import { createSyncLoop, type DueList } from '#client/sync/sync-loop.ts';

/** Delay between the first change event of a list and the sync cycle. Events in between share it. */
const SYNC_AFTER_MS = 1000;

/** What the background sync reads of the account's lists. */
export type ListsToSync = Pick<Lists, 'onChange'> & {
  /** The lists to sync: not those that have ended, or that this tab is removing. */
  readonly syncableIds: () => readonly string[];
  readonly memberships: Memberships;
};

type BackgroundParts = {
  readonly lists: ListsToSync;
  /** The lock that the tabs share for a list. */
  readonly lockOf: (listId: string) => SyncLock;
  /** Runs one sync cycle of a list. */
  readonly syncList: (listId: string) => Promise<CycleResult>;
  /** Whether this tab shows the list, whose own sync keeps it up to date. */
  readonly isOpen: (listId: string) => boolean;
  readonly clock: Clock;
  /** Calls back when the network may be back, or the app becomes visible. */
  readonly onHint: (callback: () => void) => () => void;
};

export type BackgroundSync = {
  /**
   * Syncs a list soon, because something in it changed here or elsewhere.
   * @param isPastStore whether the changes were written to the disk without the list's store, so that its own sync does not know of them
   */
  readonly syncSoon: (listId: string, isPastStore?: boolean) => void;
  readonly close: () => void;
};

/** Starts with a sync cycle of every list that is not open. */
export function createBackgroundSync(parts: BackgroundParts): BackgroundSync {
  const { lists, lockOf, clock, onHint } = parts;
  const pastStore = new Set<string>();
  const loop = createSyncLoop({
    clock,
    lockOf,
    runCycle: (due) => runDue(parts, pastStore, due),
    onDone: () => undefined,
    onNotAMember: lists.memberships.end,
  });
  const add = (listId: string): void => loop.add({ listId, tables: PULL_ORDER });
  const closedLists = createClosedLists(parts);
  let cancel: (() => void) | null = null;
  const syncSoon = (listId: string, isPastStore = false): void => {
    if (isPastStore) pastStore.add(listId);
    add(listId);
    cancel ??= clock.after(SYNC_AFTER_MS, () => {
      cancel = null;
      loop.run();
    });
  };
  const syncAll = (): void => {
    closedLists(false).forEach(add);
    loop.run();
  };
  const stops = [onHint(syncAll), lists.onChange(() => closedLists(true).forEach((id) => syncSoon(id)))];
  syncAll();
  return {
    syncSoon,
    close() {
      for (const stop of [...stops, loop.close, cancel]) stop?.();
    },
  };
}

/** Runs a cycle of a list that is still due: it may have been removed or opened since. */
async function runDue(
  { lists, isOpen, syncList }: BackgroundParts,
  pastStore: Set<string>,
  { listId, tables }: DueList,
): Promise<CycleResult> {
  // Changes written during the cycle are for the next one.
  const isPastStore = pastStore.delete(listId);
  if (!lists.syncableIds().includes(listId) || (isOpen(listId) && !isPastStore)) return { type: 'done', tables };
  const result = await syncList(listId);
  if (isPastStore && result.type !== 'done') pastStore.add(listId);
  return result;
}

/** @returns a function for the lists that this tab does not show; only those added since its last call if `isNew` */
function createClosedLists({ lists, isOpen }: BackgroundParts) {
  let known: ReadonlySet<string> = new Set();
  return (isNew: boolean): readonly string[] => {
    const all = lists.syncableIds();
    const ids = all.filter((id) => !isNew || !known.has(id));
    // A list that the account joins again is new again.
    known = new Set(all);
    return ids.filter((id) => !isOpen(id));
  };
}
