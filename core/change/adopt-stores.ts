/** Matches the stores of an imported list with those of the open one (product O2, O3, decision 82). */
import {
  orderOfField,
  rankFieldIn,
  isRankField,
  storeField,
  type StoreId,
  type Stores,
} from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';
import type { Category, Item, SavedList } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { MOST_STORES, readStores, storesIn, storeName } from '#core/stores/stores.ts';
import type { ListCopy, NamedCatalogue } from './change.ts';

/** A copy that uses the stores of the list. */
export type AdoptedCopy<C> = {
  readonly copy: C;
  /** The stores that the list has to add. */
  readonly added: Stores;
  /** The number of stores of the copy that the list neither has nor adds. */
  readonly leftOut: number;
};

/**
 * Gives each store of a copy the id of the list's store with the same name. A store whose id the list has keeps it. Others
 * are added if there is room; otherwise, their items are tied to no store, and their orders are left out.
 * @param adds whether to add stores
 */
export function adoptStores<C extends NamedCatalogue | ListCopy>(
  list: List,
  copy: C,
  { adds }: { readonly adds: boolean },
): AdoptedCopy<C> {
  const { stores = null } = copy;
  if (stores === null) return { copy, added: {}, leftOut: 0 };
  const { idOf, added, leftOut } = matchStores(list, stores, adds);
  const adoptItems = (items: readonly Item[]): readonly Item[] => items.map((item) => adoptItem(item, idOf));
  const savedLists = 'savedLists' in copy && {
    savedLists: copy.savedLists.map((saved): SavedList => ({ ...saved, items: adoptItems(saved.items) })),
  };
  const categories = copy.categories.map((category) => adoptRanks(category, idOf));
  return { copy: { ...copy, items: adoptItems(copy.items), categories, ...savedLists }, added, leftOut };
}

/** The list's store for a store of the copy; null for none. */
type IdOf = (id: StoreId) => StoreId | null;

type Match = Pick<AdoptedCopy<unknown>, 'added' | 'leftOut'> & { readonly idOf: IdOf };

function matchStores(list: List, stores: Stores, adds: boolean): Match {
  const idByName = new Map(readStores(list).map(({ id, name }) => [nameKey(name), id]));
  const idById = new Map<StoreId, StoreId | null>();
  const added: Record<string, string> = {};
  let room = adds ? MOST_STORES - idByName.size : 0;
  for (const { id, name } of storesIn(stores)) {
    const known = storeName(list, id) === null ? idByName.get(nameKey(name)) : id;
    if (known === undefined && room > 0) {
      added[storeField(id)] = name;
      room -= 1;
    }
    idById.set(id, known ?? (storeField(id) in added ? id : null));
  }
  // The id of a store that neither has is kept, and counts as none.
  const leftOut = [...idById.values()].filter((id) => id === null).length;
  return { idOf: (id) => (idById.has(id) ? (idById.get(id) ?? null) : id), added, leftOut };
}

function adoptItem(item: Item, idOf: IdOf): Item {
  if (typeof item.store !== 'string') return item;
  const { store, ...others } = item;
  const adopted = idOf(store);
  return adopted === null ? others : { ...others, store: adopted };
}

function adoptRanks(category: Category, idOf: IdOf): Category {
  const fields = Object.entries(category).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const order = isRankField(name) ? orderOfField(name) : null;
    if (order === null || !isRankField(name)) return [[name, value]];
    const adopted = idOf(order);
    return adopted === null ? [] : [[rankFieldIn(name, adopted), value]];
  });
  // The names of ranks have changed, and nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fields) as Category;
}
