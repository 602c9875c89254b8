/** What another device writes is its own from then on: my steps forget those fields (product U1). */
import type { Diff, RowDiff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { fieldNames, pickFields } from '#core/diff/row-diff.ts';
import type { History, HistoryChange } from './history.ts';

/**
 * The history after another device's diff came in. To compare values when a step is undone is not enough: I tick and
 * untick, she ticks, and my older step would find its own value again and take her tick back.
 * @param diff what came from elsewhere, as the screen was changed by it
 */
export function giveWay(history: History, diff: Diff): HistoryChange {
  const taken = takenFields(diff);
  const shorter = history
    .filter((entry) => TABLES.some((table) => entry.diff[table].some(({ id }) => taken[table].has(id))))
    .map((entry) => ({ ...entry, diff: withoutTaken(entry.diff, taken) }));
  return {
    put: shorter.filter((entry) => !isEmptyDiff(entry.diff)),
    remove: shorter.filter((entry) => isEmptyDiff(entry.diff)).map((entry) => entry.id),
  };
}

const TABLES = ['items', 'categories', 'savedLists', 'profile'] as const;

/** By table and row, the names of the fields that are another's now. */
type Taken = { readonly [T in keyof Diff]: ReadonlyMap<string, readonly string[]> };

const takenFields = (diff: Diff): Taken => ({
  items: fieldNamesById(diff.items),
  categories: fieldNamesById(diff.categories),
  savedLists: fieldNamesById(diff.savedLists),
  profile: fieldNamesById(diff.profile),
});

const fieldNamesById = <R>(diffs: readonly RowDiff<R>[]): ReadonlyMap<string, readonly string[]> =>
  new Map(diffs.map(({ id, after }) => [id, fieldNames(after)]));

const withoutTaken = (diff: Diff, taken: Taken): Diff => ({
  items: rowsWithout(diff.items, taken.items),
  categories: rowsWithout(diff.categories, taken.categories),
  savedLists: rowsWithout(diff.savedLists, taken.savedLists),
  profile: rowsWithout(diff.profile, taken.profile),
});

/** A row whose every field is another's goes: there is nothing left of it to undo. */
const rowsWithout = <R>(
  diffs: readonly RowDiff<R>[],
  taken: ReadonlyMap<string, readonly string[]>,
): readonly RowDiff<R>[] =>
  diffs
    .map((row) => {
      const others = taken.get(row.id);
      if (others === undefined) return row;
      const names = fieldNames(row.before).filter((name) => !others.includes(name));
      return { id: row.id, before: pickFields<R>(row.before, names), after: pickFields<R>(row.after, names) };
    })
    .filter((row) => fieldNames(row.before).length > 0);
