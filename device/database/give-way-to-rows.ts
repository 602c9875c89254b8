/** Works out what rows of the backend change on the screen, and has the shopper's steps give way to that (product U1). */
import type { Patch } from '#core/diff/diff.ts';
import { giveWay } from '#core/history/give-way.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { diffViews, foldView, touchedIds } from '#core/sync/fold-view.ts';
import type { IdsByTable } from '#core/sync/fold-view.ts';
import { withoutMarks } from './marks.ts';
import { isHistoryRecord, isOutboxRecord, isRowOf } from './records.ts';
import type { Marks, Writing } from './schema.ts';

type Change = {
  /** The rows that were taken in, as they are now, and what was there in their places. */
  readonly before: Contents;
  readonly after: Contents;
  /** The outbox is about to lose everything up to this key; null: it stays. */
  readonly dropUpTo: number | null;
};

/**
 * Part of the transaction that takes the rows in: a step never finds its own value where another wrote meanwhile.
 * @returns whether any step had to
 */
export async function giveWayToRows(tx: Writing, { before, after, dropUpTo }: Change): Promise<boolean> {
  const steps = tx.objectStore('history');
  const history = (await steps.getAll()).filter(isHistoryRecord);
  if (history.length === 0) return false;
  const [keys, records] = await Promise.all([tx.objectStore('outbox').getAllKeys(), tx.objectStore('outbox').getAll()]);
  const ops = keys.flatMap((key, at) => {
    const record = records[at];
    return isOutboxRecord(record) ? [{ key, patches: record.patches }] : [];
  });
  const dropped = ops.filter(({ key }) => dropUpTo !== null && key <= dropUpTo);
  const ids = touchedIds(patchesOf(dropped), after);
  const now = await readRows(tx, ids);
  const shown = foldView(withRows(now, before, after), patchesOf(ops), ids);
  const next = foldView(now, patchesOf(ops.filter((op) => !dropped.includes(op))), ids);
  const { put, remove } = giveWay(history, diffViews(shown, next, ids));
  await Promise.all([...put.map((entry) => steps.put(entry)), ...remove.map((id) => steps.delete(id))]);
  return put.length + remove.length > 0;
}

const patchesOf = (ops: readonly { readonly patches: readonly Patch[] }[]): readonly Patch[] =>
  ops.flatMap(({ patches }) => patches);

type RowStore<R> = { readonly get: (id: string) => Promise<(Row<R> & Marks) | undefined> };

async function readRows(tx: Writing, ids: IdsByTable): Promise<RowTables> {
  const [items, categories, savedLists, profile] = await Promise.all([
    readTable('items', tx.objectStore('groceryItems'), ids),
    readTable('categories', tx.objectStore('groceryCategories'), ids),
    readTable('savedLists', tx.objectStore('savedLists'), ids),
    readTable('profile', tx.objectStore('profile'), ids),
  ]);
  return { items, categories, savedLists, profile };
}

async function readTable<T extends TableName>(table: T, store: RowStore<Tables[T]>, ids: IdsByTable) {
  const rows = new Map<string, Row<Tables[T]>>();
  for (const stored of await Promise.all([...ids[table]].map((id) => store.get(id)))) {
    if (stored && isRowOf[table](stored)) rows.set(stored.id, withoutMarks<Tables[T]>(stored));
  }
  return rows;
}

/** The rows as they were: those that came in taken out again, what was in their places put back. */
function withRows(now: RowTables, before: Contents, after: Contents): RowTables {
  return {
    items: restore(now.items, before.items, after.items),
    categories: restore(now.categories, before.categories, after.categories),
    savedLists: restore(now.savedLists, before.savedLists, after.savedLists),
    profile: restore(now.profile, before.profile, after.profile),
  };
}

function restore<R extends { readonly id: string }>(
  rows: ReadonlyMap<string, Row<R>>,
  old: readonly Row<R>[],
  fresh: readonly Row<R>[],
): ReadonlyMap<string, Row<R>> {
  const restored = new Map(rows);
  for (const { id } of fresh) restored.delete(id);
  for (const row of old) restored.set(row.id, row);
  return restored;
}
