/** Keeps one account in sync with its backend: decides when a sync cycle runs, and what happens after it. */
import type { TableName } from '#core/list/row.ts';
import type { Backend, Realtime } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncLock } from '#client/ports/tabs.ts';
import type { SyncState, SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';
import { createBackoff } from './backoff.ts';
import { createChangeEventHandler } from './change-event-handler.ts';
import { createSyncStatus } from './status.ts';
import type { SyncStatusTracker } from './status.ts';
import { PULL_ORDER, runSyncCycle } from './sync-cycle.ts';
import type { CycleResult } from './sync-cycle.ts';
import { createSyncReporter } from './sync-reporter.ts';
import type { Sync, SyncedStore } from './sync.ts';

export type SyncParts = {
  readonly storage: SyncStorage;
  readonly backend: Backend;
  readonly realtime: Realtime;
  readonly lock: SyncLock;
  readonly clock: Clock;
  readonly store: SyncedStore;
  /** Calls back when the network may be back, or the tab may have slept. */
  readonly onHint: (callback: () => void) => () => void;
  /** Called when the backend says that the account is not a member of the list anymore. The sync is over. */
  readonly onEnded: () => void;
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
  const onDisk = store.loadIncoming;
  const reporter = createSyncReporter(clock, parts.backend);
  const onDone = (tables: readonly TableName[]): void => {
    if (PULL_ORDER.every((table) => tables.includes(table))) status.recordPull();
    reporter.report();
  };
  const cycles = createScheduler(parts, { onDisk, isLive: () => changeEvents.isLive(), onDone });
  const { deviceId } = state;
  const effects = { onDisk, onTables: cycles.start, onResync: cycles.resync };
  const changeEvents = createChangeEventHandler({ storage, clock, deviceId, ...effects });
  const resolve = async (...[id, how]: Parameters<SyncStorage['resolveRejected']>): Promise<void> => {
    await storage.resolveRejected(id, how);
    await onDisk();
    cycles.start([]);
  };
  const count = throttle(clock, status.count);
  const onOutboxChange = (): void => {
    count();
    cycles.start([]);
  };
  const stops = [
    parts.realtime.subscribe(changeEvents.handle),
    parts.onHint(cycles.resync),
    store.subscribe('outbox', onOutboxChange),
    // After sync cycles of this tab and of other tabs.
    store.subscribe('incoming', () => void refreshStatus(storage, status)),
    poll(clock, (round) => (changeEvents.isLive() && round % LIVE_INTERVALS > 0 ? undefined : cycles.resync())),
    () => [changeEvents, cycles, reporter].forEach((part) => part.close()),
  ];
  cycles.resync();
  return {
    status: status.read,
    onChange: status.onChange,
    retry: (id) => void resolve(id, 'retry'),
    discard: (id) => void resolve(id, 'discard'),
    close: () => stops.forEach((stop) => stop()),
  };
}

async function refreshStatus(storage: SyncStorage, status: SyncStatusTracker): Promise<void> {
  const read = await storage.readSync();
  if (read.ok) status.update(read.value);
}

type SchedulerParts = {
  readonly onDisk: (written: Written) => Promise<void>;
  /** Whether the realtime subscription reports the changes of other devices. */
  readonly isLive: () => boolean;
  /** Called after each complete cycle, with the tables that it has pulled. */
  readonly onDone: (tables: readonly TableName[]) => void;
};

/** Runs sync cycles one at a time over all tabs, and retries the failed ones. */
function createScheduler({ storage, backend, clock, lock, onEnded }: SyncParts, effects: SchedulerParts) {
  const { onDisk, isLive, onDone } = effects;
  const backoff = createBackoff(clock);
  const due = new Set<TableName>();
  let isOver = false;
  const finish = (result: CycleResult, tables: readonly TableName[]): void => {
    if (result === 'done') onDone(tables);
    else for (const table of tables) due.add(table);
    if (result === 'not-a-member') onEnded();
    isOver ||= result === 'signed-out' || result === 'not-a-member';
    if (!isOver) backoff.record(result === 'done', () => start([]));
  };
  const run = createSingleFlight(async () => {
    if (isOver) return;
    backoff.stop();
    await lock.run(async () => {
      // Without a subscription, every cycle has to pull every table.
      const tables = isLive() ? [...due] : PULL_ORDER;
      due.clear();
      if (isOver) return;
      const result = await runSyncCycle({ storage, backend, onDisk }, tables).catch((error: unknown) => {
        finish('retry', tables);
        throw error;
      });
      finish(result, tables);
    });
  });
  const start = (tables: readonly TableName[]): void => {
    for (const table of tables) due.add(table);
    void run();
  };
  return {
    start,
    resync: () => start(PULL_ORDER),
    close() {
      isOver = true;
      backoff.stop();
    },
  };
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
