/** Undo as a diff: what was done, taken back where it is still mine. */
import type { List } from '#core/list/list.ts';
import type { Rows } from '#core/list/row.ts';
import type { Diff, RowDiff } from './diff.ts';
import { changedRows, fieldNames, fieldOf, isSameValue, pickFields, setFields } from './row-diff.ts';

/**
 * The diff that takes another one back (product U1, U2).
 *
 * Only fields that still have the value the diff gave them are set: what another device or tab changed since is
 * not mine to undo. A row the diff added goes by its `deleted` field alone, so that its name is remembered.
 * @returns a diff of its own, whose reverse is the redo; it is empty when nothing of mine is left
 */
export const reverseDiff = (list: List, diff: Diff): Diff => ({
  items: reverseRows(list.items, diff.items),
  categories: reverseRows(list.categories, diff.categories),
  savedLists: reverseRows(list.savedLists, diff.savedLists),
  profile: reverseRows(list.profile, diff.profile),
});

const reverseRows = <R extends { readonly id: string }>(
  rows: Rows<R>,
  diffs: readonly RowDiff<R>[],
): readonly RowDiff<R>[] => changedRows(diffs.map((diff) => reverseRow(rows, diff)));

function reverseRow<R extends { readonly id: string }>(rows: Rows<R>, diff: RowDiff<R>): RowDiff<R> | null {
  const current = rows.get(diff.id);
  if (current === undefined) return null;
  const mine = fieldNames(diff.before).filter((name) => isSameValue(fieldOf(current, name), fieldOf(diff.after, name)));
  return setFields(current, pickFields(diff.before, mine));
}
