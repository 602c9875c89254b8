/** Compacts the outbox: applies its patches to the rows of the base and empties it, in one transaction. */
import type { Patch } from '#core/diff/diff.ts';
import { applyPatch } from '#core/diff/apply-patch.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { Database } from '#device/database/database.ts';
import { finish } from '#device/database/database.ts';
import { truncateOutbox } from './truncate-outbox.ts';
import { nextLocalSeq, withMetadata } from '#device/database/row-metadata.ts';
import { isOutboxRecord, isRowOf } from '#device/database/records.ts';
import { ALL_STORES, META, STORE_OF } from '#device/database/schema.ts';
import type { RowMetadata, QuarantinedRecord } from '#device/database/schema.ts';
import { quarantine } from '#device/database/quarantine.ts';

/** @returns the outbox key up to which the base now includes every patch */
export async function compactOutbox(database: Database): Promise<number> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const outbox = tx.objectStore('outbox');
  const meta = tx.objectStore('meta');
  const compact = async (): Promise<number> => {
    const [keys, records, before] = await Promise.all([
      outbox.getAllKeys(),
      outbox.getAll(),
      meta.get(META.compactedUpTo),
    ]);
    const last = keys.at(-1);
    if (last === undefined) return typeof before === 'number' ? before : 0;
    const entries = keys.map((key, at) => ({ key, record: records[at] }));
    const patches = entries.flatMap(({ record }) => (isOutboxRecord(record) ? record.patches : []));
    const unreadable = entries.filter(({ record }) => !isOutboxRecord(record));
    const compaction = { patches, localSeq: await nextLocalSeq(meta) };
    const [rows] = await Promise.all([
      Promise.all([
        compactTable('items', tx.objectStore('groceryItems'), compaction),
        compactTable('categories', tx.objectStore('groceryCategories'), compaction),
        compactTable('savedLists', tx.objectStore('savedLists'), compaction),
        compactTable('profile', tx.objectStore('profile'), compaction),
      ]),
      truncateOutbox(tx, last),
    ]);
    const unreadableEntries = unreadable.map(({ key, record }): QuarantinedRecord => ({
      store: 'outbox',
      key,
      value: record,
    }));
    await quarantine(meta, [...unreadableEntries, ...rows.flat()]);
    return last;
  };
  return finish(tx, compact());
}

type RowStore<R> = {
  readonly get: (id: string) => Promise<Row<R> | undefined>;
  readonly put: (row: Row<R> & RowMetadata) => Promise<unknown>;
};

/** Returns the rows that could not be read. Their patches start from a blank row. */
async function compactTable<T extends TableName>(
  table: T,
  store: RowStore<Tables[T]>,
  { patches, localSeq }: { readonly patches: readonly Patch[]; readonly localSeq: number },
): Promise<readonly QuarantinedRecord[]> {
  const own = patches.filter((patch): patch is Patch & Patch<T> => patch.table === table);
  const ids = [...new Set(own.map((patch) => patch.id))];
  const stored: Row<Tables[T]>[] = [];
  for (const row of await Promise.all(ids.map((id) => store.get(id)))) if (row) stored.push(row);
  const isReadable = (row: unknown): boolean => isRowOf[table](row);
  const rows = new Map<string, Row<Tables[T]>>(stored.filter(isReadable).map((row) => [row.id, row]));
  for (const patch of own) rows.set(patch.id, applyPatch<T>(table, rows.get(patch.id), patch));
  await Promise.all([...rows.values()].map((row) => store.put(withMetadata(row, { localSeq }))));
  return stored
    .filter((row) => !isReadable(row))
    .map((row): QuarantinedRecord => ({ store: STORE_OF[table], key: row.id, value: row }));
}
