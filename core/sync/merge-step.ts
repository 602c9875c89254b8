/** What a device does with rows of the backend: which of them it stores, and what they take from the undo history. */
import { applyPatch, type Diff, fieldNames, fieldOf, type Patch, pickFields, rowKey } from '#core/diff/diff.ts';
import { type History, type HistoryChange, pruneHistory } from '#core/history/history.ts';
import { compareById } from '#core/list/compare-text.ts';
import { putRows, toContents, toRowMaps } from '#core/list/contents.ts';
import type { RowTables } from '#core/list/list.ts';
import { TABLES, type Row, type TableName, type Tables } from '#core/list/row.ts';
import { compareVersions } from './versioned-row.ts';
import { applyPatches, diffViews, touchedIds, type IdsByTable } from './overlay.ts';
import type { StoredPatches } from './sync-record.ts';

/**
 * Selects the rows that replace stored ones: of each id the latest version, if it is newer than the stored one (product Y5).
 * @param rows rows of one table
 * @param storedVersion undefined for a row that is not stored, or has no version
 * @returns in the order of ids
 */
export function selectNewer<R extends { readonly row: { readonly id: string }; readonly version: number }>(
  rows: readonly R[],
  storedVersion: (id: string) => number | undefined,
): readonly R[] {
  const latest = new Map<string, R>();
  for (const row of rows) {
    const known = latest.get(row.row.id)?.version ?? storedVersion(row.row.id) ?? -1;
    if (compareVersions(row.version, known) > 0) latest.set(row.row.id, row);
  }
  return [...latest.values()].toSorted((a, b) => compareById(a.row, b.row));
}

/**
 * Merges a received row into the stored one. A field that the backend has no column for keeps its value (product Q6), and so does
 * one that the backend has lost.
 * @returns the row to store, and what has to be sent again; null if the backend has lost nothing
 */
export function mergeRow<T extends TableName>(
  table: T,
  stored: Row<Tables[T]> | undefined,
  merging: Merging<Row<Tables[T]>>,
): { readonly row: Row<Tables[T]>; readonly lost: Patch<T> | null } {
  const { received, isRestored } = merging;
  const { id } = received;
  const row = applyPatch<T>(table, stored, { id, fields: received });
  if (stored === undefined || !isRestored) return { row, lost: null };
  const names = findLost(table, stored, merging);
  if (names.length === 0) return { row, lost: null };
  const lost = { table, id, fields: pickFields<Tables[T]>(stored, names) };
  return { row: applyPatch<T>(table, row, lost), lost };
}

/** The fields that are never blank, because each row is created with them. */
const REQUIRED: Readonly<Record<TableName, readonly string[]>> = {
  items: ['name', 'category'],
  categories: ['name'],
  savedLists: ['name'],
  listRow: [],
};

type Merging<R extends { readonly id: string }> = {
  readonly received: R;
  /** The patches that the received rows acknowledge, of this row and of others; empty for a row that was pulled. */
  readonly sent: readonly Patch[];
  /** Whether the backend was restored from a backup after it had sent the stored row. */
  readonly isRestored: boolean;
};

/**
 * The names of the fields that the backend has lost. A backend that was restored from a backup lacks the rows that are newer. If
 * one of them is ticked, the patch creates it again, with only this field, and the other fields are blank. A field that the patch
 * set itself is not lost: then the backend wants it blank.
 */
function findLost(
  table: TableName,
  stored: object,
  { received, sent }: Omit<Merging<{ readonly id: string }>, 'isRestored'>,
): readonly string[] {
  const isEmptied = (name: string): boolean => isBlank(fieldOf(received, name)) && !isBlank(fieldOf(stored, name));
  if (!REQUIRED[table].some(isEmptied)) return [];
  const set = sent.find((patch) => rowKey(patch) === rowKey({ table, id: received.id }))?.fields ?? {};
  const isLost = (name: string): boolean => isEmptied(name) && !(name in set);
  return REQUIRED[table].some(isLost) ? fieldNames(stored).filter(isLost) : [];
}

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A transaction that stores rows and removes changes from the outbox. */
export type Merge = {
  /** The rows that were stored, and the rows that they replaced. */
  readonly before: RowTables;
  readonly after: RowTables;
  readonly outbox: readonly StoredPatches[];
  /** The outbox key up to which everything is acknowledged, and is about to be removed; null if nothing is. */
  readonly acknowledgedUpTo: number | null;
  /** What other accounts did that is on screen already, because this account did the same. */
  readonly hidden?: Diff;
};

/** The rows that a merge may change on screen: those that were stored, and those that lose a change in the outbox. */
export const touchedByMerge = (merge: Merge): IdsByTable =>
  touchedIds(patchesOf(merge.outbox.filter((entry) => isRemoved(merge, entry))), toContents(merge.after));

/**
 * Prunes the history after a merge: Undo must not take back what another device wrote (product U1, Y5).
 * @param stored the touched rows as they are stored now
 */
export function pruneMerged(history: History, merge: Merge, stored: RowTables): HistoryChange {
  const ids = touchedByMerge(merge);
  const shown = applyPatches(beforeMerge(merge, stored), patchesOf(merge.outbox), ids);
  const kept = merge.outbox.filter((entry) => !isRemoved(merge, entry));
  const seen = diffViews(shown, applyPatches(stored, patchesOf(kept), ids), ids);
  return pruneHistory(history, [...seen, ...(merge.hidden ?? [])]);
}

const isRemoved = ({ acknowledgedUpTo }: Merge, { key }: StoredPatches): boolean =>
  acknowledgedUpTo !== null && key <= acknowledgedUpTo;

const patchesOf = (outbox: readonly StoredPatches[]): readonly Patch[] => outbox.flatMap(({ patches }) => patches);

/** The rows before the merge: new rows are removed again, and replaced rows restored. */
function beforeMerge({ before, after }: Merge, stored: RowTables): RowTables {
  const maps = toRowMaps(toContents(stored));
  for (const table of TABLES) for (const id of after[table].keys()) maps[table].delete(id);
  putRows(maps, toContents(before));
  return maps;
}
