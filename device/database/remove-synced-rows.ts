/** Removes what the backend has from a list's database, and keeps what was never sent (product Y9). */
import { rowKey } from '#core/diff/diff.ts';
import { TABLES, type TableName } from '#core/list/row.ts';
import { forgetPulled } from '#core/sync/sync-record.ts';
import { createDatabase } from './database.ts';
import { isOutboxRecord } from './records.ts';
import { ALL_STORES, META, rowsOf, type Transaction } from './schema.ts';
import { isSyncRecord } from './sync/sync-record.ts';

/**
 * Removes rows, undo history, the shopping trip and pulled versions in one transaction. A row with an unsent change stays, and so does the category of
 * such an item: without its name, the change could not be shown, or copied if the account has lost the list in the meantime.
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
