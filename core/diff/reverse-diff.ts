/** Reverses a diff for Undo, without the fields that others have changed since. */
import type { RowTables } from '#core/list/list.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';
import { toDiff, type Diff, type RowDiff } from './diff.ts';
import { fieldNames, fieldOf, isSameValue, pickFields, setFields } from './row-diff.ts';

/**
 * Reverses a diff (product U1, U2).
 *
 * Sets only fields that still have the value the diff gave them. Fields that another device or tab changed since are left
 * alone. An added row is only marked as deleted, so that its name is still suggested.
 * @returns the reverse, whose own reverse is the redo; empty if nothing is left to reverse
 */
export const reverseDiff = (list: RowTables, diff: Diff): Diff => toDiff(diff.map((row) => reverseRow(list, row)));

function reverseRow<T extends TableName>(list: RowTables, { table, id, before, after }: RowDiff<T>): RowDiff<T> | null {
  const rows: Rows<Tables[T]> = list[table];
  const current: Row<Tables[T]> | undefined = rows.get(id);
  if (current === undefined) return null;
  const unchanged = fieldNames(before).filter(
    (name) => !isKept(table, name) && isSameValue(fieldOf(current, name), fieldOf(after, name)),
  );
  return setFields(table, current, pickFields(before, unchanged));
}

/** Keeps who loaded a saved list: undoing the load must not notify the other members again (product S5). */
const isKept = (table: TableName, name: string): boolean => table === 'listRow' && name === 'loaded';
