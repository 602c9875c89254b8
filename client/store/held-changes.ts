/** Holds back changes from elsewhere that would move rows, until rows may move (product L6, L14). */
import { rowKey, type Diff, type RowDiff } from '#core/diff/diff.ts';
import { fieldNames, setsStores } from '#core/diff/row-diff.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { touchedIds, type IdsByTable } from '#core/sync/overlay.ts';

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
