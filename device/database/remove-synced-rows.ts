/** Removes what the backend has from a list's database, and keeps what was never sent (product Y9). */
import { rowKey } from '#core/diff/diff.ts';
import type { Patch } from '#core/diff/diff.ts';
import type { TableName } from '#core/list/row.ts';
import { forgetPulled } from '#core/sync/sync-record.ts';
import { openDatabase, finish } from './database.ts';
import { isOutboxRecord } from './records.ts';
import { ALL_STORES, META, STORE_OF } from './schema.ts';
import type { WriteTransaction } from './schema.ts';
import { isSyncRecord } from './sync/sync-record.ts';

/**
 * Removes rows, undo history and pulled versions in one transaction. A row with an unsent change stays, and so does the category of
 * such an item: without its name, the change could not be shown, or copied if the account has lost the list in the meantime.
 * @returns whether the disk did it
 */
export async function removeSyncedRows(listKey: string): Promise<boolean> {
  const opened = await openDatabase({ listKey, mayCreate: false, onClosed: () => undefined });
  // Without a database there is nothing to remove.
  if (!opened.ok) return opened.failure.type === 'storage-closed';
  const { value: database } = opened;
  try {
    const tx = database.transaction(ALL_STORES, 'readwrite');
    await finish(tx, removeIn(tx));
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

async function removeIn(tx: WriteTransaction): Promise<void> {
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
    ...TABLES_OF_STORES.map((table) => removeRows(tx, table, kept)),
    tx.objectStore('history').clear(),
    meta.delete(META.unseen),
    meta.delete(META.collapsed),
    ...(isSyncRecord(record) ? [meta.put(forgetPulled(record), META.sync)] : []),
  ]);
}

const TABLES_OF_STORES: readonly TableName[] = ['items', 'categories', 'savedLists', 'profile'];

async function removeRows(tx: WriteTransaction, table: Patch['table'], kept: ReadonlySet<string>): Promise<void> {
  const store = tx.objectStore(STORE_OF[table]);
  const ids = await store.getAllKeys();
  await Promise.all(ids.filter((id) => !kept.has(rowKey({ table, id }))).map((id) => store.delete(id)));
}
