/** Holds back changes from elsewhere that would move rows, until rows may move (product L6, L14). */
import type { Diff, RowDiff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import type { Item } from '#core/list/row.ts';

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
  readonly readChanges: (ids: HeldIds) => Diff;
  readonly show: (diff: Diff) => void;
};

type HeldIds = { readonly items: ReadonlySet<string>; readonly categories: ReadonlySet<string> };

/**
 * Only the ids of rows are held: their changes are read again on release, so it does not matter what happened to the rows meanwhile. For
 * the rest of the app, a change that is held has not arrived yet.
 */
export function createHeldChanges({ readChanges, show }: HeldParts): HeldChanges {
  const items = new Set<string>();
  const categories = new Set<string>();
  let mustWait = neverWaits;
  return {
    show(diff) {
      const isMoving = diff.categories.length > 0 || diff.items.some(movesRow);
      if (!isMoving || !mustWait()) return show(diff);
      for (const { id } of diff.categories) categories.add(id);
      for (const { id } of diff.items.filter(movesRow)) items.add(id);
      const rest = diff.items.filter((item) => !movesRow(item));
      show({ ...diff, categories: [], items: rest });
    },
    release() {
      if (items.size + categories.size === 0) return;
      const ids = { items: new Set(items), categories: new Set(categories) };
      items.clear();
      categories.clear();
      const diff = readChanges(ids);
      if (!isEmptyDiff(diff)) show(diff);
    },
    setGate(next) {
      mustWait = next;
    },
  };
}

const neverWaits = (): boolean => false;

/** Whether an item comes, goes, or changes its place or height. A tick does not: Shop mode keeps its row in place. */
const movesRow = ({ after }: RowDiff<Item>): boolean => Object.keys(after).some((field) => field !== 'checked');
