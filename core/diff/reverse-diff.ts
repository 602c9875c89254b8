/** Reverses a diff for Undo, without the fields that others have changed since. */
import { isStartField } from '#core/list/keyed-fields.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';
import { toDiff, type Diff, type RowDiff } from './diff.ts';
import { fieldNames, fieldOf, isSameValue, pickFields, setFields, setsOnlyRanks } from './row-diff.ts';

/**
 * Reverses a diff (product U1, U2).
 *
 * Sets only fields that still have the value the diff gave them. Fields that another device or tab changed since are left
 * alone. An added row is only marked as deleted, so that its name is still suggested.
 * @returns the reverse, whose own reverse is the redo; empty if nothing is left to reverse
 */
export function reverseDiff(list: RowTables, diff: Diff): Diff {
  const isKept = diff.every(setsOnlyRanks) ? isStart : isLoader;
  return toDiff(diff.map((row) => reverseRow(list, row, isKept)));
}

function reverseRow<T extends TableName>(
  list: RowTables,
  { table, id, before, after }: RowDiff<T>,
  isKept: IsKept,
): RowDiff<T> | null {
  const rows: Rows<Tables[T]> = list[table];
  const current: Row<Tables[T]> | undefined = rows.get(id);
  if (current === undefined) return null;
  const unchanged = fieldNames(before).filter(
    (name) =>
      !isKept({ table, name, set: fieldOf(after, name) }) && isSameValue(fieldOf(current, name), fieldOf(after, name)),
  );
  return setFields(table, current, pickFields(before, unchanged));
}

/** Whether Undo keeps the values that a diff has set. */
type IsKept = (field: { readonly table: TableName; readonly name: string; readonly set: unknown }) => boolean;

/** Keeps who loaded a saved list: undoing the load must not notify the other members again (product S5). */
const isLoader: IsKept = ({ table, name }) => table === 'listRow' && name === 'loaded';

/**
 * Keeps where categories stood before a move: a category that someone else has moved since needs them to keep its place among
 * the others (product O1).
 */
const isStart: IsKept = ({ name, set }) => isStartField(name) && set !== null;
