/** Removes a list's data from this device: all of it, or what the backend has (product Y9). */
import { deleteDB } from 'idb';
import { removeMissingDetails } from '#device/local-storage/missing-details.ts';
import { removeUnversionedRows } from '#device/local-storage/unversioned-rows.ts';
import { removeValue } from '#device/local-storage/local-storage.ts';
import { createDatabase } from './database.ts';
import { findTickKeys, tickRecords } from './first-screen-ticks.ts';
import { ALL_STORES, databaseName, META, rowsOf, type Transaction } from './schema.ts';
import { findJournalKeys } from './storage.ts';
import { isSyncRecord } from './sync/sync-record.ts';
import { rowKey } from '#core/diff/diff.ts';
import { type TableName, TABLES } from '#core/list/row.ts';
import { forgetPulled } from '#core/sync/sync-record.ts';
import { isOutboxRecord } from './records.ts';

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

/**
 * Removes what the backend has, and keeps what was never sent: rows, undo history, the shopping trip and pulled versions, in one
 * transaction. A row with an unsent change stays, and so does the category of such an item: without its name, the change could not be
 * shown, or copied if the account has lost the list in the meantime.
 * @returns whether the disk did it
 */
export async function removeSyncedRows(listKey: string): Promise<boolean> {
  const { run, close } = createDatabase(listKey, false);
  const removed = await run(ALL_STORES, 'readwrite', removeIn);
  await close();
  return removed.ok;
}

async function removeIn(tx: Transaction): Promise<void> {
  const meta = tx.objectStore('meta');
  const [record, outbox, items] = await Promise.all([
    meta.get(META.sync),
    tx.objectStore('outbox').getAll(),
    tx.objectStore('groceryItems').getAll(),
  ]);
  const waiting = outbox.flatMap((change) => (isOutboxRecord(change) ? change.patches : []));
  const rejected = isSyncRecord(record) ? record.rejected.flatMap(({ group }) => group.patches) : [];
  const kept = new Set([...waiting, ...rejected.map(({ patch }) => patch)].map(rowKey));
  for (const { id, category } of items) {
    if (kept.has(rowKey({ table: 'items', id }))) kept.add(rowKey({ table: 'categories', id: category }));
  }
  await Promise.all([
    ...TABLES.map((table) => removeRows(tx, table, kept)),
    tx.objectStore('history').clear(),
    meta.delete(META.unseen),
    meta.delete(META.unseenLoad),
    meta.delete(META.collapsed),
    meta.delete(META.chosenStore),
    meta.delete(META.trip),
    meta.delete(META.walks),
    ...(isSyncRecord(record) ? [meta.put(forgetPulled(record), META.sync)] : []),
  ]);
}

async function removeRows(tx: Transaction, table: TableName, kept: ReadonlySet<string>): Promise<void> {
  const store = rowsOf(tx, table);
  const ids = await store.getAllKeys();
  await Promise.all(ids.filter((id) => !kept.has(rowKey({ table, id }))).map((id) => store.delete(id)));
}
