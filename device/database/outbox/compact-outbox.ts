/** Compacts the outbox: applies its patches to the rows of the base and empties it, in one transaction. */
import { applyPatch, type Patch } from '#core/diff/diff.ts';
import { type Row, type TableName, TABLES, type Tables } from '#core/list/row.ts';
import {
  META,
  nextLocalSeq,
  type QuarantinedRecord,
  rowsOf,
  STORE_OF,
  type Transaction,
  withMetadata,
} from '#device/database/schema.ts';
import { areIds, isOutboxRecord, isRowOf } from '#device/database/records.ts';
import { quarantine } from '#device/database/quarantine.ts';
import { isText } from '#device/shape.ts';

/** @returns the outbox key up to which the base now includes every patch */
export async function compactOutbox(tx: Transaction): Promise<number> {
  const outbox = tx.objectStore('outbox');
  const [keys, records, before] = await Promise.all([
    outbox.getAllKeys(),
    outbox.getAll(),
    tx.objectStore('meta').get(META.compactedUpTo),
  ]);
  const last = keys.at(-1);
  if (last === undefined) return typeof before === 'number' ? before : 0;
  const patches = records.flatMap((record) => (isOutboxRecord(record) ? record.patches : []));
  const compaction = { patches, localSeq: await nextLocalSeq(tx) };
  const [unreadableRows] = await Promise.all([
    Promise.all(TABLES.map((table) => compactTable(tx, table, compaction))),
    truncateOutbox(tx, last),
  ]);
  await quarantine(tx, unreadableRows.flat());
  return last;
}

/** Returns the rows that could not be read. Their patches start from a blank row. */
async function compactTable(
  tx: Transaction,
  table: TableName,
  { patches, localSeq }: { readonly patches: readonly Patch[]; readonly localSeq: number },
): Promise<readonly QuarantinedRecord[]> {
  const store = rowsOf(tx, table);
  const own = patches.filter((patch) => patch.table === table);
  const ids = [...new Set(own.map((patch) => patch.id))];
  const found = await Promise.all(ids.map((id) => store.get(id)));
  const stored = found.filter((row) => row !== undefined);
  const isReadable = (row: unknown): boolean => isRowOf[table](row);
  const rows = new Map<string, Row<Tables[TableName]>>(stored.filter(isReadable).map((row) => [row.id, row]));
  for (const patch of own) rows.set(patch.id, applyPatch(table, rows.get(patch.id), patch));
  await Promise.all([...rows.values()].map((row) => store.put(withMetadata(row, { localSeq }))));
  return stored
    .filter((row) => !isReadable(row))
    .map((row): QuarantinedRecord => ({ store: STORE_OF[table], key: row.id, value: row }));
}

/** The most changes that the unload journal of a closed page may still hold. */
const REMEMBERED_IDS = 200;

/**
 * Removes the outbox up to a key, and stores the last ids, so that replaying an unload journal skips those changes. Changes that cannot be
 * read are quarantined.
 */
export async function truncateOutbox(tx: Transaction<'outbox' | 'meta'>, upTo: number): Promise<void> {
  const [outbox, meta] = [tx.objectStore('outbox'), tx.objectStore('meta')];
  const range = IDBKeyRange.upperBound(upTo);
  const [keys, records, before] = await Promise.all([
    outbox.getAllKeys(range),
    outbox.getAll(range),
    meta.get(META.compactedIds),
  ]);
  const unreadable = records.flatMap((value, at): readonly QuarantinedRecord[] =>
    isOutboxRecord(value) ? [] : [{ store: 'outbox', key: keys[at] ?? 0, value }],
  );
  const ids = [...(areIds(before) ? before : []), ...records.map(({ id }) => id).filter(isText)];
  await Promise.all([
    outbox.delete(range),
    meta.put(upTo, META.compactedUpTo),
    meta.put(ids.slice(-REMEMBERED_IDS), META.compactedIds),
  ]);
  await quarantine(tx, unreadable);
}
