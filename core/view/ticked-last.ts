/** The setting 'Checked items last': the items that come last in their category, and those that wait to move (product L6). */
import type { RowDiff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import type { ItemMoves } from './item-order.ts';
import type { ItemPlaces } from './item-places.ts';

export type TickedLast = {
  /** Whether an item is sorted after the unticked items. A tick does not change this until `sortTicked`. */
  readonly isLast: (itemId: string) => boolean;
  /** Updates after the list has applied a diff. Items that move anyway are sorted by their tick at once. */
  readonly update: (diffs: readonly RowDiff<'items'>[], moves: ItemMoves) => void;
  /** The items to move because of ticks since the last call. */
  readonly sortTicked: () => Pick<ItemMoves, 'removed' | 'added'>;
  /** Turns the setting on or off; returns the categories whose order this changes. */
  readonly set: (isOn: boolean) => ReadonlySet<string>;
};

export function createTickedLast(list: List, { notedPlaceOf }: ItemPlaces, startsOn: boolean): TickedLast {
  let isOn = startsOn;
  let last = startsOn ? checkedIds(list) : new Set<string>();
  const waiting = new Set<string>();
  /** Sorts an item by its tick. */
  const matchTick = (id: string): void => {
    if (isTicked(list, id)) last.add(id);
    else last.delete(id);
  };
  return {
    isLast: (itemId) => last.has(itemId),
    update(diffs, { removed, added }) {
      if (!isOn) return;
      for (const { id, after } of diffs) if (after.checked !== undefined) waiting.add(id);
      for (const { id } of removed) matchTick(id);
      for (const { id } of added) matchTick(id);
    },
    sortTicked() {
      const moving = [...waiting].flatMap((id) => {
        const item = list.items.get(id);
        return item && !item.deleted && last.has(id) !== item.checked ? [{ id, categoryId: notedPlaceOf(item) }] : [];
      });
      waiting.clear();
      for (const { id } of moving) matchTick(id);
      return { removed: moving, added: moving };
    },
    set(wanted) {
      if (wanted === isOn) return new Set();
      isOn = wanted;
      waiting.clear();
      const moving = wanted ? checkedIds(list) : last;
      last = wanted ? moving : new Set();
      const items = [...moving].map((id) => list.items.get(id)).filter((item) => item !== undefined);
      return new Set(items.map(notedPlaceOf));
    },
  };
}

function isTicked(list: List, id: string): boolean {
  const item = list.items.get(id);
  return item !== undefined && item.checked && !item.deleted;
}

const checkedIds = (list: List): Set<string> => new Set([...list.items.keys()].filter((id) => isTicked(list, id)));
