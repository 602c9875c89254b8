/** Takes rows of the backend into the base, and lets the shopper's steps give way to what others wrote (product U1, Y5). */
import type { Contents } from '#core/list/memory.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { giveWayToRows } from './give-way-to-rows.ts';
import { nextStamp, withMarks, withoutMarks } from './marks.ts';
import { isRowOf } from './records.ts';
import type { Marks, Writing } from './schema.ts';

type News = {
  readonly rows: readonly VersionedRow[];
  /** The outbox is about to lose everything up to this key; null: it stays. */
  readonly dropUpTo: number | null;
};

/**
 * A row whose version is not higher than ours is old news: nothing of it is taken.
 * @returns what was written, for whoever knows the rest; null where that is not all
 */
export async function takeInRows(tx: Writing, { rows, dropUpTo }: News): Promise<Written> {
  // Acts that go without a row are news, too: whoever missed them must not take the next rows for all that is new.
  const isNews = rows.length > 0 || dropUpTo !== null;
  const stamp = isNews ? await nextStamp(tx.objectStore('meta')) : 0;
  const writing = { rows, stamp };
  const [items, categories, savedLists, profile] = await Promise.all([
    takeTable('items', tx.objectStore('groceryItems'), writing),
    takeTable('categories', tx.objectStore('groceryCategories'), writing),
    takeTable('savedLists', tx.objectStore('savedLists'), writing),
    takeTable('profile', tx.objectStore('profile'), writing),
  ]);
  const before: Contents = {
    items: items.before,
    categories: categories.before,
    savedLists: savedLists.before,
    profile: profile.before,
  };
  const after: Contents = {
    items: items.after,
    categories: categories.after,
    savedLists: savedLists.after,
    profile: profile.after,
  };
  const hasGivenWay = await giveWayToRows(tx, { before, after, dropUpTo });
  // What became of acts that went without a row only the disk can tell; steps that gave way are new, too.
  return rows.length === 0 || hasGivenWay ? null : { ops: [], absorbedUpTo: dropUpTo ?? 0, base: after, stamp };
}

type RowStore<R> = {
  readonly get: (id: string) => Promise<(Row<R> & Marks) | undefined>;
  readonly getAllKeys: (range: IDBKeyRange) => Promise<readonly string[]>;
  readonly put: (row: Row<R> & Marks) => Promise<unknown>;
};

type Taken<R> = { readonly before: readonly Row<R>[]; readonly after: readonly Row<R>[] };

/** Returns the rows that were taken, and what was in their places. */
async function takeTable<T extends TableName>(
  table: T,
  store: RowStore<Tables[T]>,
  { rows, stamp }: { readonly rows: readonly VersionedRow[]; readonly stamp: number },
): Promise<Taken<Tables[T]>> {
  const own = latestOf(rows.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table));
  const known = await readKnown<Tables[T]>(
    store,
    own.map(({ row }) => row.id),
  );
  const fresh = own.filter(({ row, version }) => version > (known.get(row.id)?.version ?? -1));
  await Promise.all(fresh.map(({ row, version }) => store.put(withMarks<Tables[T]>(row, { stamp, version }))));
  const before: Row<Tables[T]>[] = [];
  for (const stored of known.values()) if (isRowOf[table](stored)) before.push(withoutMarks<Tables[T]>(stored));
  return { before, after: fresh.map(({ row }) => row) };
}

/** More rows than these are new for the most part, as at a first sync: one question tells which are not. */
const MANY = 50;

async function readKnown<R extends { readonly id: string }>(
  store: RowStore<R>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row<R> & Marks>> {
  const there = ids.length > MANY ? await findThere(store, ids) : ids;
  const rows = await Promise.all(there.map((id) => store.get(id)));
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
}

/** @param ids in order */
async function findThere<R>(store: RowStore<R>, ids: readonly string[]): Promise<readonly string[]> {
  const there = new Set(await store.getAllKeys(IDBKeyRange.bound(ids[0], ids.at(-1))));
  return ids.filter((id) => there.has(id));
}

/** In the order of their keys, as the disk will give them; a row that comes twice counts as it was last. */
function latestOf<R extends { readonly row: { readonly id: string }; readonly version: number }>(
  rows: readonly R[],
): readonly R[] {
  const latest = new Map<string, R>();
  for (const row of rows) if ((latest.get(row.row.id)?.version ?? -1) < row.version) latest.set(row.row.id, row);
  return [...latest.values()].toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
}
