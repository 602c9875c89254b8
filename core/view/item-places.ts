/** Where the view of a chosen store puts items: in their category, or, if they are tied to another store, set apart (product O3). */
import type { StoreId } from '#core/list/keyed-fields.ts';
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
