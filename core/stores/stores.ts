/** The stores of a list: their names, sorted, and reading them from files and backends (product O2, decision 82). */
import { compareById } from '#core/list/compare-text.ts';
import { entriesOf, isStoreField, MOST_KEYS, storeField, type StoreId, type Stores } from '#core/list/keyed-fields.ts';
import type { RowTables } from '#core/list/list.ts';
import { LIST_ROW_ID, type Item } from '#core/list/row.ts';
import { cleanName } from '#core/name/clean-name.ts';
import type { NameOrder } from '#core/name/name-key.ts';

/** A store of the list. */
export type ListedStore = { readonly id: StoreId; readonly name: string };

/** The most stores that a list may have (product O2). Devices that add stores while offline can exceed it together. */
export const MOST_STORES = 20;

/** The ids of stores become part of the names of rank fields, after `_`. */
const STORE_ID = /^[\dA-Za-z-]{1,48}$/u;

export const isStoreId = (id: string): boolean => STORE_ID.test(id);

/** The stores of the list, sorted by name. */
export const storesOf = (list: RowTables, order: NameOrder): readonly ListedStore[] =>
  readStores(list).toSorted((a, b) => order(a.name, b.name) || compareById(a, b));

/** The stores of the list, in no particular order. */
export const readStores = (list: RowTables): readonly ListedStore[] => storesIn(list.listRow.get(LIST_ROW_ID) ?? {});

/** The stores among the fields of a row or of a copy. */
export const storesIn = (fields: object): readonly ListedStore[] =>
  Object.entries(fields).flatMap(([field, name]) =>
    isStoreField(field) && typeof name === 'string' ? [{ id: field.slice('store:'.length), name }] : [],
  );

/** The names of the stores, as fields of the list's own row. */
export const pickStores = (list: RowTables): Stores =>
  Object.fromEntries(readStores(list).map(({ id, name }) => [storeField(id), name]));

/** The name of a store; null if the list does not have it. An item that is tied to such a store counts as tied to none (product O3). */
export const storeName = (list: RowTables, id: StoreId | null | undefined): string | null =>
  typeof id === 'string' ? (list.listRow.get(LIST_ROW_ID)?.[storeField(id)] ?? null) : null;

/** Whether an item is tied to another store than the chosen one (product O3). A store that the list does not have counts as none. */
export const isForOtherStore = (list: RowTables, { store }: Pick<Item, 'store'>, chosen: StoreId | null): boolean =>
  chosen !== null && store !== chosen && storeName(list, store) !== null;

/** Reads the names of stores by their ids, from any source: null for a store that was removed or whose name is invalid. */
export function keysToStores(keys: unknown): Stores {
  const stores = entriesOf(keys, STORE_ID).map(([id, name]) => [storeField(id), toStoreName(name)] as const);
  const [named, removed] = [stores.filter(([, name]) => name !== null), stores.filter(([, name]) => name === null)];
  return Object.fromEntries([...named, ...removed].slice(0, MOST_KEYS));
}

function toStoreName(value: unknown): string | null {
  const name = cleanName(typeof value === 'string' ? value : '');
  return name.ok ? name.value : null;
}
