/**
 * Merges rows of the backend into the base, and prunes the undo history: Undo must not take back what another device wrote
 * (product U1, Y5).
 */
import { applyPatch } from '#core/diff/apply-patch.ts';
import type { Patch } from '#core/diff/diff.ts';
import { pruneHistory } from '#core/history/prune-history.ts';
import { compareById } from '#core/list/compare-text.ts';
import type { Contents } from '#core/list/contents.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Item, Row, TableName, Tables } from '#core/list/row.ts';
import { compareVersions } from '#core/sync/compare-versions.ts';
import { applyPatches, diffViews, touchedIds } from '#core/sync/overlay.ts';
import type { IdsByTable } from '#core/sync/overlay.ts';
import { addUnseen } from '#core/sync/unseen-changes.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { isHistoryRecord, isOutboxRecord, isRowOf } from '#device/database/records.ts';
import { nextLocalSeq, withMetadata, withoutMetadata } from '#device/database/row-metadata.ts';
import { META, rowsOf } from '#device/database/schema.ts';
import type { StoredRow, Transaction } from '#device/database/schema.ts';
import { toUnseen } from './people-storage.ts';

type Incoming = {
  readonly rows: readonly VersionedRow[];
  /** The outbox key up to which everything is acknowledged, and is about to be removed; null if nothing is. */
  readonly acknowledgedUpTo: number | null;
  /** The account for which to record what others did; null during the first sync, when everything is new. */
  readonly viewer: string | null;
};

/**
 * Stores the rows whose version is higher than the stored one.
 * @returns the changes that were written; null if a store has to read the disk to know them all
 */
export async function mergeRows(tx: Transaction, incoming: Incoming): Promise<Written> {
  const { rows, acknowledgedUpTo } = incoming;
  // Removing outbox entries counts as a write, too: a tab that missed it must not treat the next rows as all that changed.
  const isChange = rows.length > 0 || acknowledgedUpTo !== null;
  const localSeq = isChange ? await nextLocalSeq(tx) : 0;
  const writing = { tx, rows, localSeq };
  const [items, categories, savedLists, profile] = await Promise.all([
    mergeTable('items', writing),
    mergeTable('categories', writing),
    mergeTable('savedLists', writing),
    mergeTable('profile', writing),
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
  await recordUnseen(tx, incoming, items);
  const isPruned = await pruneStoredHistory(tx, { before, after, acknowledgedUpTo });
  // If changes left the outbox without rows, or the history was pruned, only the disk shows the result.
  return rows.length === 0 || isPruned
    ? null
    : { outbox: [], compactedUpTo: acknowledgedUpTo ?? 0, base: after, localSeq };
}

type Merged<R> = { readonly before: readonly Row<R>[]; readonly after: readonly Row<R>[] };

/** Returns the stored rows, and the rows they replaced. */
async function mergeTable<T extends TableName>(
  table: T,
  {
    tx,
    rows,
    localSeq,
  }: { readonly tx: Transaction; readonly rows: readonly VersionedRow[]; readonly localSeq: number },
): Promise<Merged<Tables[T]>> {
  const store = rowsOf(tx, table);
  const own = latestOf(rows.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table));
  const known = await readKnown(
    tx,
    table,
    own.map(({ row }) => row.id),
  );
  const before = new Map<string, Row<Tables[T]>>();
  for (const stored of known.values()) {
    if (isRowOf[table](stored)) before.set(stored.id, withoutMetadata<Tables[T]>(stored));
  }
  const fresh = own
    .filter(({ row, version }) => compareVersions(version, known.get(row.id)?.version ?? -1) > 0)
    // A field that the backend has no column for keeps its value.
    .map(({ row, version, people }) => ({
      row: applyPatch<T>(table, before.get(row.id), { id: row.id, fields: row }),
      metadata: { localSeq, version, people },
    }));
  await Promise.all(fresh.map(({ row, metadata }) => store.put(withMetadata<Tables[T]>(row, metadata))));
  return { before: [...before.values()], after: fresh.map(({ row }) => row) };
}

/** Records what other members did, for the marks in the rows (product H8). */
async function recordUnseen(
  tx: Transaction,
  { rows, viewer }: Incoming,
  { before, after }: Merged<Item>,
): Promise<void> {
  if (viewer === null) return;
  const peopleOf = new Map(rows.map(({ table, row, people }) => [table === 'items' ? row.id : null, people]));
  const old = new Map(before.map((row) => [row.id, row]));
  const received = after.flatMap((row) => {
    const people = peopleOf.get(row.id);
    return people === undefined ? [] : [{ before: old.get(row.id), after: row, people }];
  });
  if (received.length === 0) return;
  const meta = tx.objectStore('meta');
  const known = toUnseen(await meta.get(META.unseen));
  const unseen = addUnseen(known, received, viewer);
  if (unseen !== known) await meta.put(unseen, META.unseen);
}

/** Above this number, most rows are new, as in a first sync. Then a single request finds those that exist. */
const MANY = 50;

async function readKnown<T extends TableName>(
  tx: Transaction,
  table: T,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow<T>>> {
  const store = rowsOf(tx, table);
  // In ascending order.
  const range = ids.length > MANY ? IDBKeyRange.bound(ids[0], ids.at(-1)) : null;
  const existing = range && new Set(await store.getAllKeys(range));
  const rows = await Promise.all(ids.filter((id) => existing?.has(id) !== false).map((id) => store.get(id)));
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
}

/** The latest version of each row, in the order of ids, which is the order of the store. */
function latestOf<R extends { readonly row: { readonly id: string }; readonly version: number }>(
  rows: readonly R[],
): readonly R[] {
  const latest = new Map<string, R>();
  for (const row of rows) if ((latest.get(row.row.id)?.version ?? -1) < row.version) latest.set(row.row.id, row);
  return [...latest.values()].toSorted((a, b) => compareById(a.row, b.row));
}

type Change = {
  /** The rows that were stored, and the rows they replaced. */
  readonly before: Contents;
  readonly after: Contents;
  /** The outbox key up to which everything is acknowledged, and is about to be removed; null if nothing is. */
  readonly acknowledgedUpTo: number | null;
};

/**
 * Prunes the history in the transaction that merges the rows, so that no undo step ever sees only half of it.
 * @returns whether any step changed
 */
async function pruneStoredHistory(tx: Transaction, { before, after, acknowledgedUpTo }: Change): Promise<boolean> {
  const steps = tx.objectStore('history');
  const history = (await steps.getAll()).filter(isHistoryRecord);
  if (history.length === 0) return false;
  const [keys, records] = await Promise.all([tx.objectStore('outbox').getAllKeys(), tx.objectStore('outbox').getAll()]);
  const outbox = keys.flatMap((key, at) => {
    const record = records[at];
    return isOutboxRecord(record) ? [{ key, patches: record.patches }] : [];
  });
  const dropped = outbox.filter(({ key }) => acknowledgedUpTo !== null && key <= acknowledgedUpTo);
  const ids = touchedIds(patchesOf(dropped), after);
  const now = await readRows(tx, ids);
  const shown = applyPatches(withRows(now, before, after), patchesOf(outbox), ids);
  const next = applyPatches(now, patchesOf(outbox.filter((entry) => !dropped.includes(entry))), ids);
  const { put, remove } = pruneHistory(history, diffViews(shown, next, ids));
  await Promise.all([...put.map((entry) => steps.put(entry)), ...remove.map((id) => steps.delete(id))]);
  return put.length + remove.length > 0;
}

const patchesOf = (outbox: readonly { readonly patches: readonly Patch[] }[]): readonly Patch[] =>
  outbox.flatMap(({ patches }) => patches);

async function readRows(tx: Transaction, ids: IdsByTable): Promise<RowTables> {
  const [items, categories, savedLists, profile] = await Promise.all([
    readRowsOf(tx, 'items', ids),
    readRowsOf(tx, 'categories', ids),
    readRowsOf(tx, 'savedLists', ids),
    readRowsOf(tx, 'profile', ids),
  ]);
  return { items, categories, savedLists, profile };
}

async function readRowsOf<T extends TableName>(tx: Transaction, table: T, ids: IdsByTable) {
  const store = rowsOf(tx, table);
  const rows = new Map<string, Row<Tables[T]>>();
  for (const stored of await Promise.all([...ids[table]].map((id) => store.get(id)))) {
    if (stored && isRowOf[table](stored)) rows.set(stored.id, withoutMetadata<Tables[T]>(stored));
  }
  return rows;
}

/** The rows before the merge: new rows are removed again, and replaced rows restored. */
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
