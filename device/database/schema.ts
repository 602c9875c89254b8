/** The schema of a list's database: its stores and the shapes of their records (architecture section 3). */
import type { IDBPTransaction } from 'idb';
import type { Patch } from '#core/diff/diff.ts';
import type { HistoryEntry } from '#core/history/history.ts';
import type { Category, Item, Profile, Row, TableName, SavedList } from '#core/list/row.ts';
import type { ListsRecord } from '#core/lists/lists-record.ts';
import type { FirstScreenTick } from '#client/ports/first-screen.ts';
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { SyncRecord } from '#core/sync/sync-record.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';

/** Metadata that is stored in the same record as the row. */
export type RowMetadata = {
  /**
   * The local sequence number: grows with each transaction that writes rows of the base, so that other tabs can read what
   * is above the one they know.
   */
  localSeq?: number;
  /** The backend's version of the row; missing in a row that no backend has seen. */
  version?: number;
  /** Who added and ticked an item, as the backend reported it. */
  people?: ItemPeople;
};

type RowStore<R> = { key: string; value: Row<R> & RowMetadata; indexes: { localSeq: number } };

export type Schema = {
  groceryItems: RowStore<Item>;
  groceryCategories: RowStore<Category>;
  savedLists: RowStore<SavedList>;
  profile: RowStore<Profile>;
  /** Keys are assigned in the order in which the changes of all tabs became durable. */
  outbox: { key: number; value: { readonly patches: readonly Patch[]; readonly id?: string } };
  history: { key: string; value: HistoryEntry };
  meta: { key: string; value: MetaValue };
};

/** A write transaction over all stores. */
export type WriteTransaction = IDBPTransaction<Schema, typeof ALL_STORES, 'readwrite'>;

/** Single values, stored under the keys of `META`. */
export type MetaValue =
  | number
  | readonly string[]
  | readonly FirstScreenTick[]
  | readonly QuarantinedRecord[]
  | SyncRecord
  | ListsRecord
  | UnseenPeople;

/** A record that could not be read, and the store it was in. It is quarantined, not deleted (product D1). */
export type QuarantinedRecord = {
  readonly store: (typeof ALL_STORES)[number];
  readonly key: IDBValidKey;
  readonly value: unknown;
};

/** The keys of the `meta` store. */
export const META = {
  /** number: the base includes the outbox up to this key. */
  compactedUpTo: 'compactedUpTo',
  /** string[]: ids of the changes that left the outbox last. The unload journal may still hold one of them. */
  compactedIds: 'compactedIds',
  /** number: the local sequence number of the latest transaction that wrote rows of the base. */
  localSeq: 'localSeq',
  /** SyncRecord: the sync state of a real account. */
  sync: 'sync',
  /** ListsRecord: the account's lists; in the database of the personal list only. */
  lists: 'lists',
  /** UnseenPeople: what other members did since the list was last viewed on this device. */
  unseen: 'unseen',
  /** FirstScreenTick[]: ticks that the app has not applied yet. The key continues with the time of the start. */
  firstScreenTicks: 'firstScreenTicks',
  /** string[]: ids of the categories that are collapsed on this device. */
  collapsed: 'collapsed',
  /** QuarantinedRecord[]: records that could not be read. */
  quarantine: 'quarantine',
} as const;

/** The store of each table; the names come from the spec (section 3). */
export const STORE_OF = {
  items: 'groceryItems',
  categories: 'groceryCategories',
  savedLists: 'savedLists',
  profile: 'profile',
} as const satisfies Record<TableName, keyof Schema>;

export const ROW_STORES = ['groceryItems', 'groceryCategories', 'savedLists', 'profile'] as const;
export const ALL_STORES = [...ROW_STORES, 'outbox', 'history', 'meta'] as const;
