/** Reverses a diff for Undo, without the fields that others have changed since. */
import type { List } from '#core/list/list.ts';
import type { Profile, Rows } from '#core/list/row.ts';
import type { Diff, RowDiff } from './diff.ts';
import { changedRows, fieldNames, fieldOf, isSameValue, pickFields, setFields } from './row-diff.ts';

/**
 * Reverses a diff (product U1, U2).
 *
 * Sets only fields that still have the value the diff gave them. Fields that another device or tab changed since are left
 * alone. An added row is only marked as deleted, so that its name is still suggested.
 * @returns the reverse, whose own reverse is the redo; empty if nothing is left to reverse
 */
export const reverseDiff = (list: List, diff: Diff): Diff => ({
  items: reverseRows(list.items, diff.items),
  categories: reverseRows(list.categories, diff.categories),
  savedLists: reverseRows(list.savedLists, diff.savedLists),
  profile: reverseRows(list.profile, diff.profile.map(withoutLoaded)),
});

/** Leaves out who loaded a saved list: undoing the load must not notify the other members again (product S5). */
const withoutLoaded = ({ id, before, after }: RowDiff<Profile>): RowDiff<Profile> => {
  const { loaded: _, ...rest } = before;
  return { id, before: rest, after };
};

const reverseRows = <R extends { readonly id: string }>(
  rows: Rows<R>,
  diffs: readonly RowDiff<R>[],
): readonly RowDiff<R>[] => changedRows(diffs.map((diff) => reverseRow(rows, diff)));

function reverseRow<R extends { readonly id: string }>(rows: Rows<R>, diff: RowDiff<R>): RowDiff<R> | null {
  const current = rows.get(diff.id);
  if (current === undefined) return null;
  const unchanged = fieldNames(diff.before).filter((name) =>
    isSameValue(fieldOf(current, name), fieldOf(diff.after, name)),
  );
  return setFields(current, pickFields(diff.before, unchanged));
}
