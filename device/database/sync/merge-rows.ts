/**
 * Merges rows of the backend into the base, and prunes the undo history: Undo must not take back what another device wrote
 * (product U1, Y5).
 */
import { compareText } from '#core/list/compare-text.ts';
import { typeOfLoad } from '#core/change/change-list.ts';
import { createRowMaps, toContents } from '#core/list/contents.ts';
import type { Diff, Patch } from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import {
  type Item,
  LIST_ROW_ID,
  type ListRow,
  type Row,
  type Rows,
  type TableName,
  TABLES,
  type Tables,
} from '#core/list/row.ts';
import { type Merge, mergeRow, pruneMerged, selectNewer, touchedByMerge } from '#core/sync/merge-step.ts';
import type { IdsByTable } from '#core/sync/overlay.ts';
import { withoutWaiting } from '#core/sync/sync-record.ts';
import { addUnseen } from '#core/sync/unseen-changes.ts';
import { isRestoredBetween, type VersionedRow } from '#core/sync/versioned-row.ts';
import type { Written } from '#client/ports/storage.ts';
import { isHistoryRecord, isLoaded, isOutboxRecord, isRowOf } from '#device/database/records.ts';
import {
  META,
  nextLocalSeq,
  rowsOf,
  type StoredRow,
  type Transaction,
  withMetadata,
  withoutMetadata,
} from '#device/database/schema.ts';
import { toUnseen } from '#device/database/trip-and-people.ts';

type Incoming = {
  readonly rows: readonly VersionedRow[];
  /** The outbox key up to which everything is acknowledged, and is about to be removed; null if nothing is. */
  readonly acknowledgedUpTo: number | null;
  /** The patches that the rows acknowledge; empty for rows that were pulled. */
  readonly sent: readonly Patch[];
  /** The account for which to record what others did; null during the first sync, when everything is new. */
  readonly viewer: string | null;
};

/**
 * Stores the rows whose version is higher than the stored one. What the backend has lost of them joins the outbox.
 * @returns the changes that were written; null if a store has to read the disk to know them all
 */
export async function mergeRows(tx: Transaction, incoming: Incoming): Promise<Written> {
  const { rows, acknowledgedUpTo, sent } = incoming;
  // Removing outbox entries counts as a write, too: a tab that missed it must not treat the next rows as all that changed.
  const isChange = rows.length > 0 || acknowledgedUpTo !== null;
  const localSeq = isChange ? await nextLocalSeq(tx) : 0;
  const before = createRowMaps();
  const after = createRowMaps();
  const lost = await Promise.all(
    TABLES.map((table) => mergeTable(table, { tx, rows, sent, localSeq, before: before[table], after: after[table] })),
  );
  await recordUnseen(tx, incoming, { before: before.items, after: after.items });
  await recordLoad(tx, incoming, { before: before.listRow.get(LIST_ROW_ID), after: after.listRow.get(LIST_ROW_ID) });
  await forgetUndoneEmptying(tx, incoming, { before: before.items, after: after.items });
  const hidden = findTicksOfOthers(incoming, { before: before.items, after: after.items });
  const isPruned = await pruneStoredHistory(tx, { before, after, acknowledgedUpTo, hidden });
  const hasJoined = await sendAgain(tx, lost.flat());
  // If changes left the outbox without rows or joined it, or the history was pruned, only the disk shows the result.
  return rows.length === 0 || hasJoined || isPruned
    ? null
    : { outbox: [], compactedUpTo: acknowledgedUpTo ?? 0, base: toContents(after), localSeq };
}

/** Adds what the backend has lost to the outbox, except fields that it sets already. @returns whether anything was added */
async function sendAgain(tx: Transaction, lost: readonly Patch[]): Promise<boolean> {
  if (lost.length === 0) return false;
  const outbox = tx.objectStore('outbox');
  const records = (await outbox.getAll()).filter(isOutboxRecord);
  const patches = withoutWaiting(
    lost,
    records.flatMap((record) => record.patches),
  );
  if (patches.length > 0) await outbox.add({ patches });
  return patches.length > 0;
}

type Merging<T extends TableName> = {
  readonly tx: Transaction;
  readonly rows: readonly VersionedRow[];
  readonly sent: readonly Patch[];
  readonly localSeq: number;
  /** Receives the stored rows, before they are replaced. */
  readonly before: Map<string, Row<Tables[T]>>;
  /** Receives the rows that replaced them. */
  readonly after: Map<string, Row<Tables[T]>>;
};

/** Stores the newer rows of one table. @returns what the backend has lost of them */
async function mergeTable<T extends TableName>(
  table: T,
  { tx, rows, sent, localSeq, before, after }: Merging<T>,
): Promise<readonly Patch<T>[]> {
  const store = rowsOf(tx, table);
  const own = rows.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table);
  const ids = new Set(own.map(({ row }) => row.id));
  const known = await readKnown(tx, table, [...ids].toSorted(compareText));
  for (const stored of known.values()) {
    if (isRowOf[table](stored)) before.set(stored.id, withoutMetadata<Tables[T]>(stored));
  }
  const newer = selectNewer(own, (id) => known.get(id)?.version);
  const lost = await Promise.all(
    newer.map(async ({ row, version, people }) => {
      const isRestored = isRestoredBetween(known.get(row.id)?.version, version);
      const merged = mergeRow<T>(table, before.get(row.id), { received: row, sent, isRestored });
      after.set(row.id, merged.row);
      await store.put(withMetadata<Tables[T]>(merged.row, { localSeq, version, people }));
      return merged.lost;
    }),
  );
  return lost.filter((patch) => patch !== null);
}

/** Records what other members did, for the marks in the rows (product H8). */
async function recordUnseen(
  tx: Transaction,
  { rows, viewer }: Incoming,
  { before, after }: { readonly before: Rows<Item>; readonly after: Rows<Item> },
): Promise<void> {
  if (viewer === null) return;
  const peopleOf = new Map(rows.map(({ table, row, people }) => [table === 'items' ? row.id : null, people]));
  const received = [...after.values()].flatMap((row) => {
    const people = peopleOf.get(row.id);
    return people === undefined ? [] : [{ before: before.get(row.id), after: row, people }];
  });
  if (received.length === 0) return;
  const meta = tx.objectStore('meta');
  const known = toUnseen(await meta.get(META.unseen));
  const unseen = addUnseen(known, received, viewer);
  if (unseen !== known) await meta.put(unseen, META.unseen);
}

/** If two people tick an item at the same time, the tick belongs to the first, and the other one's Undo must not take it back. */
function findTicksOfOthers(
  { rows, viewer }: Incoming,
  { before, after }: { readonly before: Rows<Item>; readonly after: Rows<Item> },
): Diff {
  if (viewer === null) return [];
  // An event can arrive after a newer one: only rows that are stored count.
  const isNew = (id: string): boolean => before.get(id)?.checked !== true && after.get(id)?.checked === true;
  return rows.flatMap(({ table, row: { id }, people }): Diff => {
    const isByOther = (people?.tickedBy ?? viewer) !== viewer;
    return table === 'items' && isByOther && isNew(id)
      ? [{ table, id, before: { checked: false }, after: { checked: true } }]
      : [];
  });
}

/** Records that another member loaded a saved list, for the notice (product S5). The first download of a list is no news. */
async function recordLoad(
  tx: Transaction,
  { viewer }: Incoming,
  { before, after }: { readonly before: ListRow | undefined; readonly after: ListRow | undefined },
): Promise<void> {
  const loaded = after?.loaded;
  if (viewer === null || before === undefined || !loaded || loaded.id === before.loaded?.id) return;
  const meta = tx.objectStore('meta');
  await (loaded.by === viewer ? meta.delete(META.unseenLoad) : meta.put(loaded, META.unseenLoad));
}

/**
 * Removes the notice of an emptied list when another member's Undo has restored items, even while the app was closed. Only items that were
 * deleted here and return under the same name count. A merge that acknowledges this device's own changes is skipped.
 */
async function forgetUndoneEmptying(
  tx: Transaction,
  { sent }: Incoming,
  { before, after }: { readonly before: Rows<Item>; readonly after: Rows<Item> },
): Promise<void> {
  const isBack = ({ id, name, deleted }: Row<Item>): boolean => {
    const known = before.get(id);
    return !deleted && known?.deleted === true && known.name === name;
  };
  if (sent.length > 0 || ![...after.values()].some(isBack)) return;
  const meta = tx.objectStore('meta');
  const loaded = await meta.get(META.unseenLoad);
  if (isLoaded(loaded) && typeOfLoad(loaded) === 'empty-list') await meta.delete(META.unseenLoad);
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

/**
 * Prunes the history in the transaction that merges the rows, so that no undo step ever sees only half of it.
 * @returns whether any step changed
 */
async function pruneStoredHistory(tx: Transaction, replaced: Omit<Merge, 'outbox'>): Promise<boolean> {
  const steps = tx.objectStore('history');
  const history = (await steps.getAll()).filter(isHistoryRecord);
  if (history.length === 0) return false;
  const [keys, records] = await Promise.all([tx.objectStore('outbox').getAllKeys(), tx.objectStore('outbox').getAll()]);
  const outbox = keys.flatMap((key, at) => {
    const record = records[at];
    return isOutboxRecord(record) ? [{ key, patches: record.patches }] : [];
  });
  const merge = { ...replaced, outbox };
  const { put, remove } = pruneMerged(history, merge, await readRows(tx, touchedByMerge(merge)));
  await Promise.all([...put.map((entry) => steps.put(entry)), ...remove.map((id) => steps.delete(id))]);
  return put.length + remove.length > 0;
}

async function readRows(tx: Transaction, ids: IdsByTable): Promise<RowTables> {
  const maps = createRowMaps();
  const read = async <T extends TableName>(table: T, rows: Map<string, Row<Tables[T]>>): Promise<void> => {
    const store = rowsOf(tx, table);
    for (const stored of await Promise.all([...ids[table]].map((id) => store.get(id)))) {
      if (stored && isRowOf[table](stored)) rows.set(stored.id, withoutMetadata<Tables[T]>(stored));
    }
  };
  await Promise.all(TABLES.map((table) => read(table, maps[table])));
  return maps;
}
