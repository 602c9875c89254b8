/** The schema of a list's database: its stores, the shapes of their records, and the metadata of its rows (architecture section 3). */
import type { Patch } from '#core/diff/diff.ts';
import type { HistoryEntry } from '#core/history/history.ts';
import type { Loaded, Row, TableName, Tables } from '#core/list/row.ts';
import type { ListsRecord } from '#core/lists/lists-record.ts';
import type { FirstScreenTick } from '#client/ports/service-worker.ts';
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { SyncRecord } from '#core/sync/sync-record.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import type { Trip } from '#core/trip/trip.ts';
import type { WalkMemories } from '#core/trip/walked-order.ts';

/** The name of a list's database. @param listKey the name of the list on this device (core/account/list-ref.ts) */
export const databaseName = (listKey: string): string => `checklist:${listKey}`;

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

/** What a transaction reads from a store. */
type Readable<K, V> = {
  readonly get: (key: K) => Promise<V | undefined>;
  readonly getKey: (range: IDBKeyRange) => Promise<K | undefined>;
  readonly getAll: (range?: IDBKeyRange) => Promise<readonly V[]>;
  readonly getAllKeys: (range?: IDBKeyRange) => Promise<readonly K[]>;
  readonly count: (range?: IDBKeyRange) => Promise<number>;
};

/** What a transaction writes to a store. */
type Writable<K, V> = {
  readonly add: (value: V) => Promise<K>;
  readonly put: (value: V, key?: K) => Promise<K>;
  readonly delete: (key: K | IDBKeyRange) => Promise<void>;
  readonly clear: () => Promise<void>;
};

type Store<K, V> = { readonly readonly: Readable<K, V>; readonly readwrite: Readable<K, V> & Writable<K, V> };

/** A row as it is stored. */
export type StoredRow<T extends TableName> = Row<Tables[T]> & RowMetadata;

type ReadableRows<T extends TableName> = Readable<string, StoredRow<T>> & {
  readonly index: (name: 'localSeq') => Pick<Readable<number, StoredRow<T>>, 'getAll'>;
};
type RowStore<T extends TableName> = {
  readonly readonly: ReadableRows<T>;
  readonly readwrite: ReadableRows<T> & Writable<string, StoredRow<T>>;
};

/** The stores, as transactions of each mode can use them. */
type Stores = {
  readonly groceryItems: RowStore<'items'>;
  readonly groceryCategories: RowStore<'categories'>;
  readonly savedLists: RowStore<'savedLists'>;
  readonly profile: RowStore<'listRow'>;
  /** Keys are assigned in the order in which the changes of all tabs became durable. */
  readonly outbox: Store<number, { readonly patches: readonly Patch[]; readonly id?: string }>;
  readonly history: Store<string, HistoryEntry>;
  readonly meta: Store<string, MetaValue>;
};

export type StoreName = keyof Stores;
export type Mode = 'readonly' | 'readwrite';

/** A transaction over at least these stores. One that writes can also read. */
export type Transaction<S extends StoreName = StoreName, M extends Mode = 'readwrite'> = {
  readonly objectStore: <N extends S>(name: N) => Stores[N][M];
  /** Stores what was requested so far, even if the page is closed in the same task. No request may follow. */
  readonly commit: () => void;
};

/** Single values, stored under the keys of `META`. */
export type MetaValue =
  | number
  | string
  | null
  | readonly string[]
  | readonly FirstScreenTick[]
  | readonly QuarantinedRecord[]
  | SyncRecord
  | ListsRecord
  | UnseenPeople
  | Loaded
  | Trip
  | WalkMemories;

/** A record that could not be read, and the store it was in. It is quarantined, not deleted (product D1). */
export type QuarantinedRecord = {
  readonly store: StoreName;
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
  /** string: the open list and Shop mode as JSON (lists/durable-values.ts); in the database of the personal list only. */
  localValues: 'localValues',
  /** string: the session after its last renewal as JSON (backend/session/session-store.ts); in the database of the personal list only. */
  renewedSession: 'renewedSession',
  /** UnseenPeople: what other members did since the list was last viewed on this device. */
  unseen: 'unseen',
  /** Loaded: the saved list that another member loaded last, until this device has shown it. */
  unseenLoad: 'unseenLoad',
  /** FirstScreenTick[]: ticks that the app has not applied yet. The key continues with the time of the start. */
  firstScreenTicks: 'firstScreenTicks',
  /** string[]: ids of the categories that are collapsed on this device. */
  collapsed: 'collapsed',
  /** string or null: the id of the store that is chosen on this device. */
  chosenStore: 'chosenStore',
  /** Trip: the shopping trip that is under way on this device. */
  trip: 'trip',
  /** WalkMemories: how the shopper walked on earlier trips. */
  walks: 'walks',
  /** QuarantinedRecord[]: records that could not be read. */
  quarantine: 'quarantine',
} as const;

/** The store of each table. The names come from the spec (section 3), and that of the list's own row from the first version. */
export const STORE_OF = {
  items: 'groceryItems',
  categories: 'groceryCategories',
  savedLists: 'savedLists',
  listRow: 'profile',
} as const satisfies Record<TableName, StoreName>;

const ROWS: { readonly [T in TableName]: <M extends Mode>(tx: Transaction<RowStoreName, M>) => RowStore<T>[M] } = {
  items: (tx) => tx.objectStore('groceryItems'),
  categories: (tx) => tx.objectStore('groceryCategories'),
  savedLists: (tx) => tx.objectStore('savedLists'),
  listRow: (tx) => tx.objectStore('profile'),
};

/** The store of a table's rows. */
export const rowsOf = <T extends TableName, M extends Mode>(
  tx: Transaction<RowStoreName, M>,
  table: T,
): RowStore<T>[M] => ROWS[table](tx);

export type RowStoreName = (typeof ROW_STORES)[number];

export const ROW_STORES = ['groceryItems', 'groceryCategories', 'savedLists', 'profile'] as const;
export const ALL_STORES = [...ROW_STORES, 'outbox', 'history', 'meta'] as const;

/** Increments and returns the local sequence number. Other tabs read the rows above the number they know. */
export async function nextLocalSeq(tx: Transaction<'meta'>): Promise<number> {
  const meta = tx.objectStore('meta');
  const latest = await meta.get(META.localSeq);
  const localSeq = (typeof latest === 'number' ? latest : 0) + 1;
  await meta.put(localSeq, META.localSeq);
  return localSeq;
}

type Written = { readonly localSeq: number; readonly version?: number; readonly people?: ItemPeople | undefined };

/** A row with its metadata, as it is stored. */
export const withMetadata = <R>(row: Row<R>, { localSeq, version, people }: Written): Row<R> & RowMetadata => ({
  ...row,
  localSeq,
  ...(version !== undefined && { version }),
  ...(people !== undefined && { people }),
});

/** A stored row without its metadata. Not by deleting fields: objects with deleted fields take much more memory. */
export function withoutMetadata<R>(stored: Row<R>): Row<R> {
  const { localSeq: _localSeq, version: _version, people: _people, ...row }: Row<R> & RowMetadata = stored;
  // The compiler does not know that no row has fields with these names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row as Row<R>;
}
