/** What the database of one account holds (architecture section 3): its stores and the shapes of their records. */
import type { Patch } from '#core/diff/diff.ts';
import type { HistoryEntry } from '#core/history/history.ts';
import type { Category } from '#core/list/category.ts';
import type { Item } from '#core/list/item.ts';
import type { Profile } from '#core/list/profile.ts';
import type { Row, TableName } from '#core/list/row.ts';
import type { SavedList } from '#core/list/saved-list.ts';
import type { SyncRecord } from '#core/sync/outgoing.ts';
import type { WritingTransaction } from './promised-database.ts';

/** What a row store notes beside the row. */
export type Marks = {
  /** Grows with each transaction that writes rows of the base: other tabs ask for what is above the one they know. */
  stamp?: number;
  /** The backend's version of the row; a row that no backend has seen has none. */
  version?: number;
};

type RowStore<R> = { key: string; value: Row<R> & Marks; indexes: { stamp: number } };

export type Schema = {
  groceryItems: RowStore<Item>;
  groceryCategories: RowStore<Category>;
  savedLists: RowStore<SavedList>;
  profile: RowStore<Profile>;
  /** Keys grow by themselves: the order in which acts of all tabs became durable. */
  outbox: { key: number; value: { readonly patches: readonly Patch[]; readonly id?: string } };
  history: { key: string; value: HistoryEntry };
  meta: { key: string; value: MetaValue };
};

/** A transaction over everything. */
export type Writing = WritingTransaction<Schema, keyof Schema>;

/** Facts of which there is one each. */
export type MetaValue = number | readonly string[] | readonly SetAside[] | SyncRecord;

/** A record that could not be read, and where it was: kept, not thrown away (product D1). */
export type SetAside = {
  readonly store: (typeof ALL_STORES)[number];
  readonly key: IDBValidKey;
  readonly value: unknown;
};

export const META = {
  /** number: outbox keys up to this one are in the base. */
  absorbedUpTo: 'absorbedUpTo',
  /** string[]: ids of the acts that were absorbed last: a page that was left may still hold one of them. */
  absorbedIds: 'absorbedIds',
  /** number: the stamp of the latest transaction that wrote rows of the base. */
  stamp: 'stamp',
  /** SyncRecord: where the sync of a real account stands. */
  sync: 'sync',
  /** string[]: ids of the categories that are folded on this device. */
  folded: 'folded',
  /** SetAside[]: records that could not be read. */
  aside: 'aside',
} as const;

/** Where each table's rows live; the names are the spec's (section 3). */
export const STORE_OF = {
  items: 'groceryItems',
  categories: 'groceryCategories',
  savedLists: 'savedLists',
  profile: 'profile',
} as const satisfies Record<TableName, keyof Schema>;

export const ROW_STORES = ['groceryItems', 'groceryCategories', 'savedLists', 'profile'] as const;
export const ALL_STORES = [...ROW_STORES, 'outbox', 'history', 'meta'] as const;
