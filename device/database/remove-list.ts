/** Removes a list's data from this device (product Y9). */
import { deleteDB } from 'idb';
import { removeMissingDetails } from '#device/local-storage/missing-details.ts';
import { removeUnversionedRows } from '#device/backend/tables/unversioned-rows.ts';
import { readKeys, removeValue } from '#device/local-storage/local-storage.ts';
import { openDatabase, finish } from './database.ts';
import type { Database } from './database.ts';
import { META } from './schema.ts';
import { findJournalKeys } from './journal/unload-journal.ts';
import { isSyncRecord } from './sync/sync-record.ts';

/**
 * Call it after the list is closed; other tabs close theirs when the database is deleted. Nothing is removed while a change is unsent
 * or rejected, because another tab may have acted a moment ago, or while the disk does not answer. A tick on the first screen that the
 * app has not applied yet counts as unsent (decision 50).
 * @param isGone whether the account was deleted: then unsent changes are removed, too
 */
export async function removeList(listKey: string, isGone: boolean): Promise<void> {
  const opened = await openDatabase({ listKey, mayCreate: true, onClosed: () => undefined });
  if (!opened.ok) return;
  const { value: database } = opened;
  try {
    if (!isGone && (await hasUnsent(database, listKey))) return;
    for (const key of findKeys(listKey)) removeValue(key);
    database.close();
    await deleteDB(database.name);
    removeUnversionedRows(listKey);
    removeMissingDetails(listKey);
  } catch {
    // The data stays until the next attempt.
  } finally {
    database.close();
  }
}

async function hasUnsent(database: Database, listKey: string): Promise<boolean> {
  const tx = database.transaction(['outbox', 'meta']);
  const meta = tx.objectStore('meta');
  // As in first-screen-ticks.ts. A file that both import would add its name to the first load.
  const firstScreenTicks = IDBKeyRange.bound(META.firstScreenTicks, `${META.firstScreenTicks}\uffff`);
  const [waiting, record, ticks] = await finish(
    tx,
    Promise.all([tx.objectStore('outbox').count(), meta.get(META.sync), meta.count(firstScreenTicks)]),
  );
  const rejected = isSyncRecord(record) ? record.rejected.length : 0;
  return waiting + rejected + ticks > 0 || findKeys(listKey).length > 0;
}

/** The local storage keys of changes that are not in the outbox yet. */
const findKeys = (listKey: string): readonly string[] => [
  ...findJournalKeys(listKey),
  ...readKeys().filter((key) => key.startsWith(`checklist.first-screen-ticks.${listKey} `)),
];
