/** Prunes fields that another device wrote from the undo history, so that Undo does not take them back (product U1). */
import type { Diff, RowDiff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { fieldNames, pickFields } from '#core/diff/row-diff.ts';
import { TABLES } from '#core/list/row.ts';
import type { History, HistoryChange } from './history.ts';

/**
 * Prunes the history after another device's diff. Comparing values at undo time is not enough: if I tick and untick an item
 * and you tick it, my older step would find its own value again and undo your tick.
 * @param diff the other device's changes, as the screen shows them
 * @returns the changes of the history
 */
export function pruneHistory(history: History, diff: Diff): HistoryChange {
  const written = writtenFields(diff);
  const shorter = history
    .filter((entry) => TABLES.some((table) => entry.diff[table].some(({ id }) => written[table].has(id))))
    .map((entry) => ({ ...entry, diff: withoutWritten(entry.diff, written) }));
  return {
    put: shorter.filter((entry) => !isEmptyDiff(entry.diff)),
    remove: shorter.filter((entry) => isEmptyDiff(entry.diff)).map((entry) => entry.id),
  };
}

/** By table and row, the names of the fields that another device wrote. */
type Written = { readonly [T in keyof Diff]: ReadonlyMap<string, readonly string[]> };

const writtenFields = (diff: Diff): Written => ({
  items: fieldNamesById(diff.items),
  categories: fieldNamesById(diff.categories),
  savedLists: fieldNamesById(diff.savedLists),
  profile: fieldNamesById(diff.profile),
});

const fieldNamesById = <R>(diffs: readonly RowDiff<R>[]): ReadonlyMap<string, readonly string[]> =>
  new Map(diffs.map(({ id, after }) => [id, fieldNames(after)]));

const withoutWritten = (diff: Diff, written: Written): Diff => ({
  items: rowsWithout(diff.items, written.items),
  categories: rowsWithout(diff.categories, written.categories),
  savedLists: rowsWithout(diff.savedLists, written.savedLists),
  profile: rowsWithout(diff.profile, written.profile),
});

/** Removes a row without fields, because nothing in it can be undone. */
const rowsWithout = <R>(
  diffs: readonly RowDiff<R>[],
  written: ReadonlyMap<string, readonly string[]>,
): readonly RowDiff<R>[] =>
  diffs
    .map((row) => {
      const others = written.get(row.id);
      if (others === undefined) return row;
      const names = fieldNames(row.before).filter((name) => !others.includes(name));
      return { id: row.id, before: pickFields<R>(row.before, names), after: pickFields<R>(row.after, names) };
    })
    .filter((row) => fieldNames(row.before).length > 0);
