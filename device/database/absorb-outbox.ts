/** Folds the outbox into the rows under it, in one transaction. */
import * as v from 'valibot';
import type { Patch } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { Database } from './database.ts';
import { outboxRecord } from './records.ts';
import { ALL_STORES, META } from './schema.ts';

/** Folds everything that is in the outbox; returns up to which key the base now reaches. */
export async function absorbOutbox(database: Database): Promise<number> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const outbox = tx.objectStore('outbox');
  const meta = tx.objectStore('meta');
  const [keys, records, before] = await Promise.all([
    outbox.getAllKeys(),
    outbox.getAll(),
    meta.get(META.absorbedUpTo),
  ]);
  const last = keys.at(-1);
  if (last === undefined) return typeof before === 'number' ? before : 0;
  // A record that cannot be read was put aside when the list was opened; here it only goes out of the way.
  const patches = records.filter((record) => v.is(outboxRecord, record)).flatMap((record) => record.patches);
  await Promise.all([
    foldTable('items', tx.objectStore('groceryItems'), patches),
    foldTable('categories', tx.objectStore('groceryCategories'), patches),
    foldTable('savedLists', tx.objectStore('savedLists'), patches),
    foldTable('profile', tx.objectStore('profile'), patches),
    outbox.delete(IDBKeyRange.upperBound(last)),
    meta.put(last, META.absorbedUpTo),
  ]);
  await tx.done;
  return last;
}

type RowStore<R> = {
  readonly get: (id: string) => Promise<Row<R> | undefined>;
  readonly put: (row: Row<R>) => Promise<unknown>;
};

async function foldTable<T extends TableName>(
  table: T,
  store: RowStore<Tables[T]>,
  patches: readonly Patch[],
): Promise<void> {
  const own = patches.filter((patch): patch is Patch & Patch<T> => patch.table === table);
  const ids = [...new Set(own.map((patch) => patch.id))];
  const rows = new Map<string, Row<Tables[T]>>();
  for (const row of await Promise.all(ids.map((id) => store.get(id)))) if (row) rows.set(row.id, row);
  for (const patch of own) rows.set(patch.id, foldRow<T>(table, rows.get(patch.id), patch));
  await Promise.all([...rows.values()].map((row) => store.put(row)));
}
