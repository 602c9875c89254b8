/** Keeps one account in step with its backend: when a pass runs, and what becomes of its end. */
import type { TableName } from '#core/list/row.ts';
import type { Backend, Doorbell } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncState, SyncStorage, Written } from '#client/ports/sync-storage.ts';
import type { Turn } from '#client/ports/turn.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';
import { createBackoff } from './backoff.ts';
import { createBell } from './bell.ts';
import { createNoteKeeper } from './note-keeper.ts';
import { runPass, TABLES } from './pass.ts';
import type { PassEnd } from './pass.ts';
import { createStatus } from './status.ts';
import type { StatusKeeper } from './status.ts';
import type { Sync } from './sync.ts';
import type { SyncedStore } from './synced-store.ts';

export type SyncParts = {
  readonly storage: SyncStorage;
  readonly backend: Backend;
  readonly doorbell: Doorbell;
  readonly turn: Turn;
  readonly clock: Clock;
  readonly store: SyncedStore;
  /** Calls back when the network may have come back, or the tab may have slept. */
  readonly onHint: (callback: () => void) => () => void;
};

/** While nothing rings, so often one looks by oneself. */
const LOOK_MS = 20_000;
/** While all rings, every fifteenth time: a ring can get lost between the servers. */
const LIVE_TURNS = 15;
/** A count may be so old. */
const SOON_MS = 50;

/**
 * Starts to sync: the first pass begins at once.
 * @param state where the sync stands on the disk
 */
export function createSync(parts: SyncParts, state: SyncState): Sync {
  const { storage, clock, store } = parts;
  const status = createStatus(store, state);
  const onDisk = store.takeNews;
  const passes = createPasses(parts, { onDisk, isLive: () => bell.isLive() });
  const { deviceId } = state;
  const bell = createBell({ storage, clock, deviceId, onDisk, onTables: passes.start, onLook: passes.look });
  const clear = async (...[id, how]: Parameters<SyncStorage['clearTray']>): Promise<void> => {
    await storage.clearTray(id, how);
    await onDisk();
    passes.start([]);
  };
  const count = throttle(clock, status.count);
  const onAct = (): void => {
    count();
    passes.start([]);
  };
  const stops = [
    parts.doorbell.listen(bell.ring),
    parts.onHint(passes.look),
    store.subscribe('outbox', onAct),
    // Of this tab's passes and of another's.
    store.subscribe('news', () => void refreshStatus(storage, status)),
    nowAndThen(clock, (turn) => (bell.isLive() && turn % LIVE_TURNS > 0 ? undefined : passes.look())),
    () => bell.close(),
    () => passes.close(),
  ];
  passes.look();
  return {
    status: status.read,
    onChange: status.onChange,
    retry: (id) => void clear(id, 'retry'),
    discard: (id) => void clear(id, 'discard'),
    close: () => stops.forEach((stop) => stop()),
  };
}

async function refreshStatus(storage: SyncStorage, status: StatusKeeper): Promise<void> {
  const read = await storage.readSync();
  if (read.ok) status.take(read.value);
}

type Surroundings = {
  readonly onDisk: (written: Written) => Promise<void>;
  /** Whether what others do rings here. */
  readonly isLive: () => boolean;
};

/** Pass after pass, one at a time over all tabs. */
function createPasses({ storage, backend, clock, turn }: SyncParts, { onDisk, isLive }: Surroundings) {
  const backoff = createBackoff(clock);
  const note = createNoteKeeper(clock, backend);
  const due = new Set<TableName>();
  let isOver = false;
  const settle = (end: PassEnd, wanted: readonly TableName[]): void => {
    if (end === 'done') note.due();
    else for (const table of wanted) due.add(table);
    if (end === 'signed-out') isOver = true;
    if (!isOver) backoff.settle(end === 'done', () => start([]));
  };
  const pass = createSingleFlight(async () => {
    if (isOver) return;
    backoff.stop();
    await turn.take(async () => {
      // What does not ring has to be asked for each time.
      const wanted = isLive() ? [...due] : TABLES;
      due.clear();
      if (isOver) return;
      try {
        settle(await runPass({ storage, backend, onDisk }, wanted), wanted);
      } catch (error) {
        settle('later', wanted);
        throw error;
      }
    });
  });
  const start = (tables: readonly TableName[]): void => {
    for (const table of tables) due.add(table);
    void pass();
  };
  return {
    start,
    look: () => start(TABLES),
    close() {
      isOver = true;
      backoff.stop();
      note.close();
    },
  };
}

/** At once, then every 50 ms at most: to count takes as long as the outbox, and acts come in bursts (product Y10). */
function throttle(clock: Clock, callback: () => void): () => void {
  let isResting = false;
  let isDue = false;
  const run = (): void => {
    isDue = isResting;
    if (isResting) return;
    callback();
    isResting = true;
    clock.after(SOON_MS, () => {
      isResting = false;
      if (isDue) run();
    });
  };
  return run;
}

/** Calls back for ever, with how often it has. */
function nowAndThen(clock: Clock, callback: (turn: number) => void): () => void {
  let turn = 0;
  let cancel = clock.after(LOOK_MS, function again() {
    callback((turn += 1));
    cancel = clock.after(LOOK_MS, again);
  });
  return () => cancel();
}
