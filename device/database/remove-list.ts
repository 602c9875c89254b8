/** Removes a list's data from this device (product Y9). */
import { deleteDB } from 'idb';
import { removeMissingDetails } from '#device/local-storage/missing-details.ts';
import { removeUnversionedRows } from '#device/backend/tables/unversioned-rows.ts';
import { removeValue } from '#device/local-storage/local-storage.ts';
import { createDatabase } from './database.ts';
import { findTickKeys, tickRecords } from './first-screen-ticks.ts';
import { META, databaseName, type Transaction } from './schema.ts';
import { findJournalKeys } from './journal/unload-journal.ts';
import { isSyncRecord } from './sync/sync-record.ts';

/**
 * Call it after the list is closed; other tabs close theirs when the database is deleted. Nothing is removed while a change is unsent
 * or rejected, because another tab may have acted a moment ago, or while the disk does not answer. A tick on the first screen that the
 * app has not applied yet counts as unsent (decision 50).
 * @param isGone whether the account was deleted: then unsent changes are removed, too
 */
export async function removeList(listKey: string, isGone: boolean): Promise<void> {
  const { run, close } = createDatabase(listKey);
  const unsent = await run(['outbox', 'meta'], 'readonly', countUnsent);
  await close();
  const journals = findKeys(listKey);
  if (!unsent.ok || (!isGone && unsent.value + journals.length > 0)) return;
  for (const key of journals) removeValue(key);
  try {
    await deleteDB(databaseName(listKey));
  } catch {
    // The data stays until the next attempt.
    return;
  }
  removeUnversionedRows(listKey);
  removeMissingDetails(listKey);
}

async function countUnsent(tx: Transaction<'outbox' | 'meta', 'readonly'>): Promise<number> {
  const meta = tx.objectStore('meta');
  const [waiting, record, ticks] = await Promise.all([
    tx.objectStore('outbox').count(),
    meta.get(META.sync),
    meta.count(tickRecords()),
  ]);
  return waiting + ticks + (isSyncRecord(record) ? record.rejected.length : 0);
}

/** The local storage keys of changes that are not in the outbox yet. */
const findKeys = (listKey: string): readonly string[] => [...findJournalKeys(listKey), ...findTickKeys(listKey)];
