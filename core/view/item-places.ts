/** Where the view puts items, what moves them, and what they count: in their category, or set apart if they are tied to another store than the chosen one (product O3). */
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { RowDiff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import type { Item, Row } from '#core/list/row.ts';
import { isForOtherStore, storeName } from '#core/stores/stores.ts';

/** The place of the items that are tied to other stores. It is used like a category's id, but no category has it. */
export const OTHER_STORES = '\0other-stores';

export type ItemPlaces = {
  /** The chosen store; null if none is chosen, or if the list does not have it. */
  readonly chosenStore: () => StoreId | null;
  /** The category of an item, or `OTHER_STORES`. */
  readonly placeOf: (item: Item) => string;
  /** The same as of the last `place`. */
  readonly notedPlaceOf: (item: Item) => string;
  /** The ids of the live items in a place. */
  readonly idsIn: (place: string) => Iterable<string>;
  /** Notes the place of an item after it has changed. */
  readonly place: (item: Row<Item>) => void;
  /** Chooses a store, or none. @returns the items whose places may change: those that are tied to a store */
  readonly choose: (store: StoreId | null) => readonly Row<Item>[];
  /** The same after the stores of the list have changed. */
  readonly refresh: () => readonly Row<Item>[];
};

export function createItemPlaces(list: List, initial: StoreId | null): ItemPlaces {
  let chosen = initial;
  const apart = new Set<string>();
  const chosenStore = (): StoreId | null => (storeName(list, chosen) === null ? null : chosen);
  const isApart = (item: Item): boolean => isForOtherStore(list, item, chosenStore());
  const place = (item: Row<Item>): void => {
    if (!item.deleted && isApart(item)) apart.add(item.id);
    else apart.delete(item.id);
  };
  const tied = (): readonly Row<Item>[] => [...list.items.values()].filter((item) => typeof item.store === 'string');
  for (const item of tied()) place(item);
  return {
    chosenStore,
    placeOf: (item) => (isApart(item) ? OTHER_STORES : item.category),
    notedPlaceOf: ({ id, category }) => (apart.has(id) ? OTHER_STORES : category),
    idsIn(wanted) {
      if (wanted === OTHER_STORES) return apart;
      const ids = list.itemIdsByCategory.get(wanted) ?? [];
      return apart.size === 0 ? ids : [...ids].filter((id) => !apart.has(id));
    },
    place,
    choose(wanted) {
      if (wanted === chosen) return [];
      chosen = wanted;
      return tied();
    },
    refresh: () => (chosen === null ? [] : tied()),
  };
}

/** The places of items are their categories, or `OTHER_STORES`. */
export type ItemMoves = {
  readonly removed: readonly { readonly id: string; readonly categoryId: string }[];
  readonly added: readonly { readonly id: string; readonly categoryId: string }[];
  /** The changes of the numbers of items, for every affected place and category. */
  readonly countsBy: ReadonlyMap<string, Counts>;
};

/** Numbers of items. */
export type Counts = { readonly checked: number; readonly total: number };

export const addCounts = (a: Counts | undefined, b: Counts): Counts => ({
  checked: (a?.checked ?? 0) + b.checked,
  total: (a?.total ?? 0) + b.total,
});

/** An item with what it was before the change. */
type ChangedItem = Pick<RowDiff<'items'>, 'id' | 'before'>;

/** Computes the moves of items that the list has already changed, and notes their new places. */
export function itemMoves(list: List, changed: readonly ChangedItem[], places: ItemPlaces): ItemMoves {
  const removed: { id: string; categoryId: string }[] = [];
  const added: { id: string; categoryId: string }[] = [];
  const countsBy = new Map<string, Counts>();
  const add = (place: string, by: Counts): void => void countsBy.set(place, addCounts(countsBy.get(place), by));
  const count = (row: Row<Item>, place: string, by: 1 | -1): void => {
    if (row.deleted) return;
    add(place, { checked: row.checked ? by : 0, total: by });
    // An item that is set apart also keeps its category in view (product Y3).
    add(row.category, { checked: 0, total: 0 });
  };
  for (const { id, before } of changed) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    const old: Row<Item> = { ...row, ...before };
    const from = places.notedPlaceOf(old);
    places.place(row);
    const to = places.notedPlaceOf(row);
    count(old, from, -1);
    count(row, to, 1);
    if (from === to && old.name === row.name && old.deleted === row.deleted) continue;
    if (!old.deleted) removed.push({ id, categoryId: from });
    if (!row.deleted) added.push({ id, categoryId: to });
  }
  return { removed, added, countsBy };
}
