/** What a device does with rows of the backend: which of them it stores, and what they take from the undo history. */
import { applyPatch } from '#core/diff/apply-patch.ts';
import type { Patch } from '#core/diff/diff.ts';
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

/** The row to store. A field that the backend has no column for keeps its value (product Q6). */
export const mergeRow = <T extends TableName>(
  table: T,
  stored: Row<Tables[T]> | undefined,
  received: Row<Tables[T]>,
): Row<Tables[T]> => applyPatch<T>(table, stored, { id: received.id, fields: received });

/** A transaction that stores rows and removes changes from the outbox. */
export type Merge = {
  /** The rows that were stored, and the rows that they replaced. */
  readonly before: RowTables;
  readonly after: RowTables;
  readonly outbox: readonly StoredPatches[];
  /** The outbox key up to which everything is acknowledged, and is about to be removed; null if nothing is. */
  readonly acknowledgedUpTo: number | null;
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
  return pruneHistory(history, diffViews(shown, applyPatches(stored, patchesOf(kept), ids), ids));
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
