/** How stored data came to its current shape: one ordered list, which brings the data of every older build up to date. */
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { readKeys, readValue, removeValue, writeValue } from '#device/local-storage/local-storage.ts';
import { isObject } from '#device/shape.ts';

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

type Migration = {
  /** Changes the stores of a list's database. */
  readonly stores?: (database: IDBPDatabase, tx: Upgrade) => void;
  /** Changes the records. A new database has none. It may wait for requests of the transaction only. */
  readonly records?: (tx: Upgrade) => Promise<void>;
  /** The beginnings of local storage keys that were renamed. */
  readonly keys?: Readonly<Record<string, string>>;
};

const ROW_STORES = ['groceryItems', 'groceryCategories', 'savedLists', 'profile'];

/** Leads from each version to the next one: the first creates version 1. Only the end of the list changes, never a released entry. */
const MIGRATIONS: readonly Migration[] = [
  {
    stores(database) {
      for (const name of ROW_STORES) database.createObjectStore(name, { keyPath: 'id' });
      database.createObjectStore('outbox', { autoIncrement: true });
      database.createObjectStore('history', { keyPath: 'id' });
      database.createObjectStore('meta');
    },
  },
  {
    stores(_, tx) {
      for (const name of ROW_STORES) tx.objectStore(name).createIndex('stamp', 'stamp');
    },
  },
  {
    stores(_, tx) {
      for (const name of ROW_STORES) {
        tx.objectStore(name).deleteIndex('stamp');
        tx.objectStore(name).createIndex('localSeq', 'localSeq');
      }
    },
    records: renameStored,
    keys: {
      'checklist.stranded.': 'checklist.unload-journal.',
      'checklist.queued.': 'checklist.unsent-count.',
      'checklist.plain.': 'checklist.unversioned-rows.',
    },
  },
  { records: numberItemFields },
  { records: tagStored },
];

/** The version of the databases that this build reads and writes. */
export const VERSION = MIGRATIONS.length;

/**
 * Brings a database to the current version. The upgrade is stored completely or, if it fails, not at all.
 * @param from the version of the database; 0 for a new one
 */
export async function migrate(database: IDBPDatabase, tx: Upgrade, from: number): Promise<void> {
  // The request that opens the database also reports the failure.
  tx.done.catch(() => undefined);
  for (const { stores, records } of MIGRATIONS.slice(from)) {
    stores?.(database, tx);
    if (from > 0) await records?.(tx);
  }
}

/**
 * Renames the local storage keys of older builds. Call it before anything reads them. It runs at every start, because a tab
 * of an older build may still be open.
 */
export function renameOldKeys(): void {
  const renamed = MIGRATIONS.flatMap(({ keys = {} }) => Object.entries(keys));
  for (const key of readKeys())
    for (const [from, to] of renamed) if (key.startsWith(from)) renameKey(key, to + key.slice(from.length));
}

/** A value under the new key is newer. If the browser has no room for both, the next start tries again. */
function renameKey(from: string, to: string): void {
  const value = readValue(from);
  if (value === null || readValue(to) !== null || writeValue(to, value)) removeValue(from);
}

/** Version 3 has other names for the local sequence number of rows, the rejected changes, and records of `meta`. */
async function renameStored(tx: Upgrade): Promise<void> {
  for (const name of ROW_STORES) {
    await changeEach(tx, name, ({ stamp, ...row }) => (stamp === undefined ? null : { ...row, localSeq: stamp }));
  }
  const meta = tx.objectStore('meta');
  const sync: unknown = await meta.get('sync');
  if (isObject(sync) && 'tray' in sync) {
    const { tray, ...others } = sync;
    await meta.put({ ...others, rejected: tray }, 'sync');
  }
  for (const [from, to] of Object.entries(META_OF_VERSION_3)) {
    const value: unknown = await meta.get(from);
    if (value === undefined) continue;
    await meta.put(value, to);
    await meta.delete(from);
  }
}

const META_OF_VERSION_3 = {
  absorbedUpTo: 'compactedUpTo',
  absorbedIds: 'compactedIds',
  stamp: 'localSeq',
  folded: 'collapsed',
  aside: 'quarantine',
};

/**
 * Until version 4, the sync record told whether the items were stored with the fields of migration 8, and with the people who
 * added and ticked them. Now it has the migration of the newest field that they were stored with (product Q6, H8).
 */
async function numberItemFields(tx: Upgrade): Promise<void> {
  const meta = tx.objectStore('meta');
  const sync: unknown = await meta.get('sync');
  // A record that cannot be read is quarantined when it is read.
  if (!isObject(sync)) return;
  const { hasPeople, ...others } = sync;
  await meta.put({ ...others, itemFields: hasPeople === true ? 8 : 0 }, 'sync');
}

/** Version 5 has diffs whose rows carry their table, and another name for the table of the list's own row. */
async function tagStored(tx: Upgrade): Promise<void> {
  await changeEach(tx, 'outbox', tagTables);
  await changeEach(tx, 'history', tagTables);
  const meta = tx.objectStore('meta');
  const sync: unknown = await meta.get('sync');
  const lists: unknown = await meta.get('lists');
  if (isObject(sync)) await meta.put(renameCursor(tagTables(sync)), 'sync');
  if (isObject(lists)) await meta.put(tagTables(lists), 'lists');
}

const renameCursor = (sync: StoredRecord): StoredRecord => {
  const { cursors } = sync;
  if (!isObject(cursors)) return sync;
  const { profile, ...others } = cursors;
  return { ...sync, cursors: { ...others, listRow: profile } };
};

/** The names of the tables until version 5, in the order of today's. */
const TABLES_OF_VERSION_4 = [
  ['categories', 'categories'],
  ['items', 'items'],
  ['savedLists', 'savedLists'],
  ['profile', 'listRow'],
] as const;

/**
 * Converts patches and diffs of version 4 anywhere in a record. Journals of version 4 can appear at any start, because a tab of
 * that version may still be open.
 */
export const tagTables = (record: StoredRecord): StoredRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, tagValue(name, value)]));

function tagValue(name: string, value: unknown): unknown {
  if (name === 'table' && value === 'profile') return 'listRow';
  if (Array.isArray(value)) return value.map((part: unknown) => tagValue('', part));
  if (!isObject(value)) return value;
  return name === 'diff' ? tagRows(value) : tagTables(value);
}

/** A diff that has another shape cannot be read, and is quarantined when it is read. */
function tagRows(diff: StoredRecord): unknown {
  const rows = TABLES_OF_VERSION_4.map(([old, table]) => {
    const own: unknown = diff[old];
    return Array.isArray(own) ? own.map((row: unknown) => (isObject(row) ? { ...row, table } : row)) : null;
  });
  return rows.includes(null) ? diff : rows.flat();
}

type StoredRecord = Readonly<Record<string, unknown>>;

/** Changes the records of a store, one after the other. Null leaves a record unchanged. */
async function changeEach(
  tx: Upgrade,
  store: string,
  change: (record: StoredRecord) => StoredRecord | null,
): Promise<void> {
  let cursor = await tx.objectStore(store).openCursor();
  while (cursor !== null) {
    const value: unknown = cursor.value;
    const changed = isObject(value) ? change(value) : null;
    if (changed !== null) await cursor.update(changed);
    cursor = await cursor.continue();
  }
}
