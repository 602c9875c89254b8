/** Folds the outbox into the rows under it, in one transaction. */
import type { Patch } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { Database } from './database.ts';
import { settle } from './database.ts';
import { dropOutbox } from './drop-outbox.ts';
import { nextStamp, withMarks } from './marks.ts';
import { isOutboxRecord, isRowOf } from './records.ts';
import { ALL_STORES, META, STORE_OF } from './schema.ts';
import type { Marks, SetAside } from './schema.ts';
import { keepAside } from './set-aside.ts';

/** Folds everything that is in the outbox; returns up to which key the base now reaches. */
export async function absorbOutbox(database: Database): Promise<number> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const outbox = tx.objectStore('outbox');
  const meta = tx.objectStore('meta');
  const absorb = async (): Promise<number> => {
    const [keys, records, before] = await Promise.all([
      outbox.getAllKeys(),
      outbox.getAll(),
      meta.get(META.absorbedUpTo),
    ]);
    const last = keys.at(-1);
    if (last === undefined) return typeof before === 'number' ? before : 0;
    const ops = keys.map((key, at) => ({ key, record: records[at] }));
    const patches = ops.flatMap(({ record }) => (isOutboxRecord(record) ? record.patches : []));
    const unreadable = ops.filter(({ record }) => !isOutboxRecord(record));
    const folding = { patches, stamp: await nextStamp(meta) };
    const [rows] = await Promise.all([
      Promise.all([
        foldTable('items', tx.objectStore('groceryItems'), folding),
        foldTable('categories', tx.objectStore('groceryCategories'), folding),
        foldTable('savedLists', tx.objectStore('savedLists'), folding),
        foldTable('profile', tx.objectStore('profile'), folding),
      ]),
      dropOutbox(tx, last),
    ]);
    const aside = unreadable.map(({ key, record }): SetAside => ({ store: 'outbox', key, value: record }));
    await keepAside(meta, [...aside, ...rows.flat()]);
    return last;
  };
  return settle(tx, absorb());
}

type RowStore<R> = {
  readonly get: (id: string) => Promise<Row<R> | undefined>;
  readonly put: (row: Row<R> & Marks) => Promise<unknown>;
};

/** Returns the rows that could not be read: as everywhere, a patch then starts from a blank row. */
async function foldTable<T extends TableName>(
  table: T,
  store: RowStore<Tables[T]>,
  { patches, stamp }: { readonly patches: readonly Patch[]; readonly stamp: number },
): Promise<readonly SetAside[]> {
  const own = patches.filter((patch): patch is Patch & Patch<T> => patch.table === table);
  const ids = [...new Set(own.map((patch) => patch.id))];
  const stored: Row<Tables[T]>[] = [];
  for (const row of await Promise.all(ids.map((id) => store.get(id)))) if (row) stored.push(row);
  const isReadable = (row: unknown): boolean => isRowOf[table](row);
  const rows = new Map<string, Row<Tables[T]>>(stored.filter(isReadable).map((row) => [row.id, row]));
  for (const patch of own) rows.set(patch.id, foldRow<T>(table, rows.get(patch.id), patch));
  await Promise.all([...rows.values()].map((row) => store.put(withMarks(row, { stamp }))));
  return stored
    .filter((row) => !isReadable(row))
    .map((row): SetAside => ({ store: STORE_OF[table], key: row.id, value: row }));
}
