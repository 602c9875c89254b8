/** Creates the stores of a list's database, and upgrades those that an older build created. */
import { unwrap } from 'idb';
import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { isObject } from '#device/shape.ts';
import type { Schema } from './schema.ts';
import { META, ROW_STORES } from './schema.ts';

/** Version 2 added an index over the local sequence numbers of rows. Version 3 renamed stored fields and keys. */
export const VERSION = 3;

/**
 * Brings a database to the current version. The upgrade is stored completely or, if it fails, not at all.
 * @param from the version of the database; 0 for a new one
 */
export function upgrade(
  database: IDBPDatabase<Schema>,
  tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  from: number,
): void {
  // The request that opens the database also reports the failure.
  tx.done.catch(() => undefined);
  if (from === 0) {
    for (const name of ROW_STORES) database.createObjectStore(name, { keyPath: 'id' });
    database.createObjectStore('outbox', { autoIncrement: true });
    database.createObjectStore('history', { keyPath: 'id' });
    database.createObjectStore('meta');
  }
  if (from > 0) renameStored(unwrap(tx));
  for (const name of ROW_STORES) tx.objectStore(name).createIndex('localSeq', 'localSeq');
}

/** The keys of the `meta` store before version 3. */
const OLD_KEYS = {
  absorbedUpTo: META.compactedUpTo,
  absorbedIds: META.compactedIds,
  stamp: META.localSeq,
  folded: META.collapsed,
  aside: META.quarantine,
} as const;

/** Renames what versions 1 and 2 stored under other names. The library's types know the current names only. */
function renameStored(tx: IDBTransaction): void {
  for (const name of ROW_STORES) {
    const rows = tx.objectStore(name);
    // Version 1 had no index.
    if (rows.indexNames.contains('stamp')) rows.deleteIndex('stamp');
    renameField(rows, null, { from: 'stamp', to: 'localSeq' });
  }
  const meta = tx.objectStore('meta');
  renameField(meta, META.sync, { from: 'tray', to: 'rejected' });
  for (const [from, to] of Object.entries(OLD_KEYS)) renameKey(meta, from, to);
}

/** Renames a field of one record, or of every record of the store if the key is null. */
function renameField(
  store: IDBObjectStore,
  key: string | null,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const request = store.openCursor(key);
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (cursor === null) return;
    const value: unknown = cursor.value;
    if (isObject(value) && from in value) {
      const { [from]: moved, ...others } = value;
      cursor.update({ ...others, [to]: moved });
    }
    cursor.continue();
  });
}

function renameKey(store: IDBObjectStore, from: string, to: string): void {
  const request = store.get(from);
  request.addEventListener('success', () => {
    const value: unknown = request.result;
    if (value === undefined) return;
    store.put(value, to);
    store.delete(from);
  });
}
