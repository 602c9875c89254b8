/** Syncs the lists that are not open: at start, after hints, and when something in them changed (product H7). */
import { createBackoff } from '#client/sync/backoff.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListsBackend } from '#client/ports/lists.ts';
import type { AccountLists } from './lists.ts';

/** Delay between the first change event of a list and the sync cycle. Events in between share it. */
const SYNC_AFTER_MS = 1000;

type BackgroundParts = {
  readonly lists: Pick<AccountLists, 'syncableIds' | 'onChange' | 'memberships'>;
  readonly syncList: ListsBackend['syncList'];
  /** Whether this tab shows the list, whose own sync keeps it up to date. */
  readonly isOpen: (listId: string) => boolean;
  readonly clock: Clock;
  /** Calls back when the network may be back, or the app becomes visible. */
  readonly onHint: (callback: () => void) => () => void;
};

export type BackgroundSync = {
  /** Syncs a list soon, because something in it changed here or elsewhere. */
  readonly syncSoon: (listId: string) => void;
  readonly close: () => void;
};

/** Starts with a sync cycle of every list that is not open. */
export function createBackgroundSync(parts: BackgroundParts): BackgroundSync {
  const { lists, isOpen, clock, onHint } = parts;
  const cycles = createCycles(parts);
  const known = new Set<string>();
  let cancel: (() => void) | null = null;
  const syncSoon = (listId: string): void => {
    cycles.add(listId);
    cancel?.();
    cancel = clock.after(SYNC_AFTER_MS, cycles.run);
  };
  /** The lists that this tab does not show, and that it has not seen before if `isNew`. */
  const closedLists = (isNew: boolean): readonly string[] => {
    const ids = lists.syncableIds().filter((id) => !isNew || !known.has(id));
    for (const id of ids) known.add(id);
    return ids.filter((id) => !isOpen(id));
  };
  const syncAll = (): void => {
    for (const id of closedLists(false)) cycles.add(id);
    cycles.run();
  };
  const stops = [onHint(syncAll), lists.onChange(() => closedLists(true).forEach(syncSoon))];
  syncAll();
  return {
    syncSoon,
    close() {
      cycles.close();
      cancel?.();
      for (const stop of stops) stop();
    },
  };
}

/** Runs the cycles of the lists that are due, one after the other, so that they never slow down the open list. */
function createCycles({ lists, syncList, clock }: BackgroundParts) {
  const backoff = createBackoff(clock);
  const due = new Set<string>();
  let isOver = false;
  const syncOne = async (listId: string): Promise<void> => {
    due.delete(listId);
    const result = await syncList(listId).catch((error: unknown) => {
      // A bug in one cycle must not keep the list from the next.
      due.add(listId);
      throw error;
    });
    if (result === 'retry') due.add(listId);
    if (result === 'signed-out') isOver = true;
    if (result === 'not-a-member') await lists.memberships.end(listId);
  };
  const runDue = createSingleFlight(async () => {
    backoff.stop();
    // A list that has to be tried again comes with the next run.
    try {
      for (const listId of Array.from(due)) {
        // It may have been removed during the cycles before.
        if (!lists.syncableIds().includes(listId)) due.delete(listId);
        else if (!isOver) await syncOne(listId);
      }
    } finally {
      if (!isOver) backoff.record(due.size === 0, run);
    }
  });
  const run = (): void => {
    if (!isOver) void runDue();
  };
  return {
    add: (listId: string): void => void due.add(listId),
    run,
    close() {
      isOver = true;
      backoff.stop();
    },
  };
}
