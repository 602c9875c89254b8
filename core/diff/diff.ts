/** The diff, the central value of the app: the fields that a change sets, with their values before and after. */
import { isRankField } from '#core/list/keyed-fields.ts';
import { TABLES, type Row, type TableName, type Tables } from '#core/list/row.ts';

/** Fields to set on a row. Fields that are not named are unchanged (product Y1). */
export type Fields<R> = Partial<Omit<Row<R>, 'id'>>;

/** The diff of one row. An added row has `deleted` true before and false after; a removed row has it reversed. */
export type RowDiff<T extends TableName = TableName> = {
  readonly [P in T]: {
    readonly table: P;
    readonly id: string;
    readonly before: Fields<Tables[P]>;
    readonly after: Fields<Tables[P]>;
  };
}[T];

/** The changed rows in the order of `TABLES`, each row once. Empty if nothing changed. */
export type Diff = readonly RowDiff[];

/** The fields to set on one row, as the outbox stores them: the `after` of a diff. */
export type Patch<T extends TableName = TableName> = {
  readonly [P in T]: { readonly table: P; readonly id: string; readonly fields: Fields<Tables[P]> };
}[T];

/**
 * Joins the diffs of rows to one diff: in the order of tables, and without those that are null, which change nothing. If a row
 * occurs twice, as in an imported list that has an id twice, the last diff counts.
 */
export function toDiff(rows: readonly (RowDiff | null)[]): Diff {
  const latest = new Map<string, RowDiff>();
  for (const row of rows) if (row !== null) latest.set(rowKey(row), row);
  const diff = [...latest.values()];
  return TABLES.flatMap((table) => diff.filter((row) => row.table === table));
}

/** The rows of one table. */
export const rowDiffsOf = <T extends TableName>(diff: Diff, table: T): readonly RowDiff<T>[] =>
  diff.filter((row): row is RowDiff & RowDiff<T> => row.table === table);

/** Converts a diff to patches for the outbox: one for each row, in the order of the diff. */
export const diffToPatches = (diff: Diff): readonly Patch[] => diff.map(toPatch);

/** The fields that the diff of a row sets. */
export const toPatch = <T extends TableName>({ table, id, after }: RowDiff<T>): Patch<T> => ({
  table,
  id,
  fields: after,
});

/** Identifies the row of a patch, because ids are unique within a table only: the table and the id as one string. */
export const rowKey = ({ table, id }: Pick<Patch, 'table' | 'id'>): string => `${table}/${id}`;

/**
 * The number of changes to show to people: the changed items, or all changed rows if no item changed. A category that was
 * added together with an item does not count as another change. A new order of the categories counts as one change, even if it
 * sets the ranks of several (product O1).
 */
export function countPatchedRows(patches: readonly Patch[]): number {
  const items = patches.filter(isOfItem);
  return new Set(items.length > 0 ? items.map(rowKey) : patches.map(placeOrKey)).size;
}

export const isOfItem = ({ table }: Patch): boolean => table === 'items';

const placeOrKey = (patch: Patch): string => (Object.keys(patch.fields).every(isRankField) ? 'order' : rowKey(patch));
