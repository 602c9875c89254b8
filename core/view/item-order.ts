/** The order of items in a category: ticked items last if the setting is on, then by name, then by id. */
import { compareText } from '#core/list/compare-text.ts';
import type { List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import type { RowDiff } from '#core/diff/diff.ts';
import type { ItemMoves, ItemPlaces } from './item-places.ts';

/** Compares the items of two ids; never 0 for two different ids. */
export type CompareIds = (a: string, b: string) => number;

export type ItemOrder = {
  readonly compare: CompareIds;
  /** Sorts many ids, faster than comparing them one by one. */
  readonly inOrder: (ids: Iterable<string>) => readonly string[];
};

/** @param isLast whether an item is sorted after all items for which this is false */
export function createItemOrder(list: List, order: NameOrder, isLast: (id: string) => boolean): ItemOrder {
  const nameOf = (id: string): string => list.items.get(id)?.name ?? '';
  return {
    compare: (a, b) => Number(isLast(a)) - Number(isLast(b)) || order(nameOf(a), nameOf(b)) || compareText(a, b),
    inOrder: (ids) =>
      [...ids]
        .map((id) => ({ id, name: nameOf(id), last: Number(isLast(id)) }))
        .toSorted((a, b) => a.last - b.last || order(a.name, b.name) || compareText(a.id, b.id))
        .map(({ id }) => id),
  };
}

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
