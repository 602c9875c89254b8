/** Keeps the open list in sync with its backend: decides when a sync cycle runs, and shows the status. */
import type { TableName } from '#core/list/row.ts';
import type { Backend, Presence, Realtime } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PeopleStorage, SyncLock, SyncState, SyncStorage } from '#client/ports/storage.ts';
import { createChangeEventHandler } from './change-event-handler.ts';
import { type CycleResult, PULL_ORDER, runSyncCycle } from './sync-cycle.ts';
import { createSyncLoop, type DueList } from './sync-loop.ts';
import { countPatchedRows } from '#core/diff/diff.ts';
import { createListeners } from '#core/listeners.ts';
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import type { Store } from '#client/store/store.ts';

export type SyncStatus = {
  /** The number of rows with changes that the backend has not accepted yet. */
  readonly pending: number;
  /** During the first sync on this device: how many rows have arrived so far. Null once it is complete. */
  readonly firstSync: { readonly rows: number } | null;
  /** Whether a sync cycle has pulled every table since this sync started, so that the list is as the backend had it then. */
  readonly hasPulled: boolean;
  /** The changes that the backend rejected for good. */
  readonly rejected: readonly RejectedGroup[];
  /** Why the backend refuses to create this new list, in its words. Nothing is sent until it creates the list (product Y4). */
  readonly refusal?: string | undefined;
};

export type Sync = {
  /** The same object until something changes. */
  readonly status: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  /** Sends a rejected group again. */
  readonly retry: (id: string) => void;
  /** Discards a rejected group for good. */
  readonly discard: (id: string) => void;
  /** Who else has the list open; null until the sync's code is downloaded. `onChange` reports that, too. */
  readonly presence: () => Presence | null;
  /** Who added and ticked the items; null until the sync's code is downloaded. */
  readonly people: () => PeopleStorage | null;
  readonly close: () => void;
};

/** The part of the store that the sync uses. */
export type SyncedStore = Pick<Store, 'list' | 'patches' | 'catchUp' | 'subscribe'>;

export type SyncParts = {
  readonly listId: string;
  readonly storage: SyncStorage;
  readonly backend: Backend;
  readonly realtime: Realtime;
  readonly lock: SyncLock;
  readonly clock: Clock;
  readonly store: SyncedStore;
  /** Calls back when the network may be back, or the tab may have slept. */
  readonly onHint: (callback: () => void) => () => void;
  /** Called whenever the backend says that the account is not a member of the list. The sync tries again: the list may not have ended. */
  readonly onNotAMember: () => Promise<void>;
};

/** Interval of full resyncs while there is no realtime subscription (product Y5). */
const POLL_MS = 20_000;
/** While the subscription is live, only every fifteenth interval resyncs: a change event can get lost between servers. */
const LIVE_INTERVALS = 15;
/** Shortest time between two counts of the waiting changes. */
const COUNT_EVERY_MS = 50;

/**
 * Starts to sync. The first sync cycle starts at once.
 * @param state the sync state on disk
 */
export function createSync(parts: SyncParts, state: SyncState): Omit<Sync, 'presence' | 'people'> {
  const { storage, clock, store } = parts;
  const status = createSyncStatus(store, state);
  const reporter = createSyncReporter(clock, parts.backend);
  const loop = createLoop(parts, {
    isLive: () => changeEvents.isLive(),
    onResult(result) {
      // Without an answer, the backend has not changed its mind.
      if (result.type !== 'retry') status.recordRefusal(undefined);
      else if (result.refusal !== undefined) status.recordRefusal(result.refusal);
    },
    onDone({ tables }) {
      if (PULL_ORDER.every((table) => tables.includes(table))) status.recordPull();
      reporter.report();
    },
  });
  const effects = { onDisk: store.catchUp, onTables: loop.start, onResync: loop.resync };
  const changeEvents = createChangeEventHandler({ storage, clock, device: state, ...effects });
  const resolve = async (...[id, how]: Parameters<SyncStorage['resolveRejected']>): Promise<void> => {
    await storage.resolveRejected(id, how);
    await store.catchUp();
    loop.start([]);
  };
  const stops = [
    parts.realtime.subscribe(changeEvents.handle),
    parts.onHint(loop.resync),
    store.subscribe('outbox', throttle(clock, status.count)),
    store.subscribe('outbox', () => loop.start([])),
    // Rows that arrived, here or in another tab, may have come with a cycle that changed the sync's state.
    store.subscribe('incoming', () => void refreshStatus(storage, status)),
    poll(clock, (round) => (changeEvents.isLive() && round % LIVE_INTERVALS > 0 ? undefined : loop.resync())),
    () => [changeEvents, loop, reporter].forEach((part) => part.close()),
  ];
  loop.resync();
  return {
    status: status.read,
    onChange: status.onChange,
    retry: (id) => void resolve(id, 'retry'),
    discard: (id) => void resolve(id, 'discard'),
    close: () => stops.forEach((stop) => stop()),
  };
}

type LoopEffects = {
  /** Whether the realtime subscription reports the changes of other devices. */
  readonly isLive: () => boolean;
  readonly onResult: (result: CycleResult) => void;
  readonly onDone: (list: DueList) => void;
};

/** The loop of the open list. */
function createLoop(parts: SyncParts, { isLive, onResult, onDone }: LoopEffects) {
  const { listId, storage, backend, clock, store, lock, onNotAMember } = parts;
  const cycleParts = { storage, backend, onDisk: store.catchUp };
  const loop = createSyncLoop({
    clock,
    lockOf: () => lock,
    // Without a subscription, every cycle has to pull every table.
    async runCycle({ tables }) {
      const result = await runSyncCycle(cycleParts, isLive() ? tables : PULL_ORDER);
      onResult(result);
      return result;
    },
    onDone,
    onNotAMember,
  });
  const start = (tables: readonly TableName[]): void => {
    loop.add({ listId, tables });
    loop.run();
  };
  return { start, resync: () => start(PULL_ORDER), close: loop.close };
}

async function refreshStatus(storage: SyncStorage, status: SyncStatusTracker): Promise<void> {
  const read = await storage.readSync();
  if (read.ok) status.update(read.value);
}

/** Runs the callback at once, then every 50 ms at most. Counting is linear in the outbox, and changes come in bursts (product Y10). */
function throttle(clock: Clock, callback: () => void): () => void {
  let isWaiting = false;
  let isDue = false;
  const run = (): void => {
    isDue = isWaiting;
    if (isWaiting) return;
    callback();
    isWaiting = true;
    clock.after(COUNT_EVERY_MS, () => {
      isWaiting = false;
      if (isDue) run();
    });
  };
  return run;
}

/** Calls back at every interval with the number of calls so far, until the result is called. */
function poll(clock: Clock, callback: (round: number) => void): () => void {
  let round = 0;
  let cancel = clock.after(POLL_MS, function again() {
    callback((round += 1));
    cancel = clock.after(POLL_MS, again);
  });
  return () => cancel();
}

const AT_MOST_EVERY_MS = 60_000;

export type SyncReporter = {
  /** Reports a completed sync cycle now or, if the last report is less than a minute old, when the minute is over. */
  readonly report: () => void;
  readonly close: () => void;
};

export function createSyncReporter(clock: Clock, { reportSync }: Pick<Backend, 'reportSync'>): SyncReporter {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const send = (): void => {
    cancel = null;
    last = clock.now();
    // Nothing depends on the result. After a failure, the next sync cycle reports again.
    void reportSync(clock.isoNow());
  };
  return {
    report() {
      if (cancel !== null) return;
      const wait = last + AT_MOST_EVERY_MS - clock.now();
      if (wait <= 0) send();
      else cancel = clock.after(Math.min(wait, AT_MOST_EVERY_MS), send);
    },
    close: () => cancel?.(),
  };
}

type SyncStatusTracker = {
  readonly read: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  /** Updates the status from the state on disk, and counts the waiting changes again. */
  readonly update: (state: SyncState) => void;
  /** Counts the waiting changes again. */
  readonly count: () => void;
  /** Records that every table has been pulled. */
  readonly recordPull: () => void;
  readonly recordRefusal: (refusal: string | undefined) => void;
};

/** @param state the sync state on disk at the start */
function createSyncStatus(store: SyncedStore, state: Pick<SyncState, 'isComplete' | 'rejected'>): SyncStatusTracker {
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
    recordRefusal: (refusal) => set({ ...status, refusal }),
  };
}

function toStatus(
  store: SyncedStore,
  { isComplete, rejected }: Pick<SyncState, 'isComplete' | 'rejected'>,
): Omit<SyncStatus, 'hasPulled' | 'refusal'> {
  const { items, categories, savedLists } = store.list;
  const firstSync = isComplete ? null : { rows: items.size + categories.size + savedLists.size };
  return { pending: countPatchedRows(store.patches()), firstSync, rejected };
}
