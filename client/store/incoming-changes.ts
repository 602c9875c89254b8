/** Changes from elsewhere: reads what other tabs and the sync wrote, and holds back what would move rows (product L6, L14, Y8). */
import { type Diff, fieldNames, type RowDiff, rowKey, setsStores } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { Delta, ReadPosition, Storage, StoredState, Written } from '#client/ports/storage.ts';
import { latestKey, type Outbox } from './outbox.ts';
import { createSingleFlight } from '#core/single-flight.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { type IdsByTable, touchedIds } from '#core/sync/overlay.ts';

export type CatchUp = {
  /**
   * Reads the disk. Reads run one at a time; a call during a read starts another one after it.
   * @param written the changes since the last read, if known
   */
  readonly catchUp: (written?: Written) => Promise<void>;
  /** Reports a change of this tab: a read in progress may be older than it. */
  readonly reportChange: () => void;
  /** Reports the key of a change of this tab that became durable. */
  readonly reportKey: (key: number) => void;
};

type CatchUpParts = {
  readonly storage: Storage;
  readonly outbox: Outbox;
  readonly list: List;
  readonly state: StoredState;
};

/**
 * Creates what catches up with the disk, and shows it in this tab.
 * @param onChange receives the changes of the list, and the history on disk; null if this tab's history is newer
 */
export function createCatchUp(
  { storage, outbox, list, state }: CatchUpParts,
  onChange: (diff: Diff, history: History | null) => void,
): CatchUp {
  // This tab knows every change up to this key, and every row up to this local sequence number.
  let known: ReadPosition = { key: latestKey(state), localSeq: state.localSeq };
  let ownChanges = 0;
  let isReading = false;
  const merge = (delta: Omit<Delta, 'history'>, history: History | null): void => {
    known = { key: Math.max(known.key, latestKey(delta)), localSeq: delta.localSeq };
    // Synchronous, so that no change can come between computing this diff and showing it.
    onChange(outbox.merge(delta, list), history);
  };
  const read = createSingleFlight(async () => {
    const changesBefore = ownChanges;
    isReading = true;
    const result = await storage.readAfter(known);
    isReading = false;
    if (!result.ok) return;
    const isOutdated = changesBefore !== ownChanges;
    merge(result.value, isOutdated ? null : result.value.history);
    if (isOutdated) void read();
  });
  return {
    async catchUp(written) {
      // If another tab wrote in between, or a read is in progress, the disk has to be read.
      if (written?.localSeq === known.localSeq + 1 && !isReading) merge(written, null);
      else await read();
    },
    reportChange() {
      ownChanges += 1;
    },
    reportKey(key) {
      if (key === known.key + 1) known = { ...known, key };
    },
  };
}

export type HeldChanges = {
  /** Shows a change from elsewhere. What would move rows waits for `release` while the gate holds; ticks never wait. */
  readonly show: (diff: Diff) => void;
  /** Shows what was held back. */
  readonly release: () => void;
  /** @param mustWait called for a change that would move rows */
  readonly setGate: (mustWait: () => boolean) => void;
};

type HeldParts = {
  /** The changes from the list on screen to the current rows, for some rows. */
  readonly readChanges: (ids: IdsByTable) => Diff;
  readonly show: (diff: Diff) => void;
};

/**
 * Holds back changes from elsewhere that would move rows, until rows may move.
 * Only the ids of rows are held: their changes are read again on release, so it does not matter what happened to the rows meanwhile. For
 * the rest of the app, a change that is held has not arrived yet.
 */
export function createHeldChanges({ readChanges, show }: HeldParts): HeldChanges {
  const held = new Map<string, RowDiff>();
  let mustWait = neverWaits;
  return {
    show(diff) {
      const moving = diff.filter(movesRow);
      if (moving.length === 0 || !mustWait()) return show(diff);
      for (const row of moving) held.set(rowKey(row), row);
      show(diff.filter((row) => !movesRow(row)));
    },
    release() {
      if (held.size === 0) return;
      const ids = touchedIds([...held.values()], EMPTY_CONTENTS);
      held.clear();
      show(readChanges(ids));
    },
    setGate(next) {
      mustWait = next;
    },
  };
}

const neverWaits = (): boolean => false;

/**
 * Whether a category or a store changes, or an item comes, goes, or changes its place or height. A tick does not: Shop mode keeps its
 * row in place.
 */
const movesRow = ({ table, after }: RowDiff): boolean =>
  table === 'categories' ||
  (table === 'items' && fieldNames(after).some((field) => field !== 'checked')) ||
  (table === 'listRow' && setsStores({ after }));
