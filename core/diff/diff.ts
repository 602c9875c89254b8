/** The diff, the central value of the app: the fields that a change sets, with their values before and after. */
import type { Category, Item, Profile, Row, TableName, Tables, SavedList } from '#core/list/row.ts';

/** Fields to set on a row. Fields that are not named are unchanged (product Y1). */
export type Fields<R> = Partial<Omit<Row<R>, 'id'>>;

/** The diff of one row. An added row has `deleted` true before and false after; a removed row has it reversed. */
export type RowDiff<R> = {
  readonly id: string;
  readonly before: Fields<R>;
  readonly after: Fields<R>;
};

export type Diff = {
  readonly items: readonly RowDiff<Item>[];
  readonly categories: readonly RowDiff<Category>[];
  readonly savedLists: readonly RowDiff<SavedList>[];
  readonly profile: readonly RowDiff<Profile>[];
};

/** The fields to set on one row, as the outbox stores them: the `after` of a diff. */
export type Patch<T extends TableName = TableName> = {
  readonly [P in T]: { readonly table: P; readonly id: string; readonly fields: Fields<Tables[P]> };
}[T];

export const EMPTY_DIFF: Diff = { items: [], categories: [], savedLists: [], profile: [] };

/** Whether nothing changed. */
export const isEmptyDiff = (diff: Diff): boolean =>
  diff.items.length + diff.categories.length + diff.savedLists.length + diff.profile.length === 0;

/** Converts a diff to patches for the outbox: one for each row, in the order of tables and rows. */
export const diffToPatches = (diff: Diff): readonly Patch[] => [
  ...diff.categories.map(({ id, after }): Patch => ({ table: 'categories', id, fields: after })),
  ...diff.items.map(({ id, after }): Patch => ({ table: 'items', id, fields: after })),
  ...diff.savedLists.map(({ id, after }): Patch => ({ table: 'savedLists', id, fields: after })),
  ...diff.profile.map(({ id, after }): Patch => ({ table: 'profile', id, fields: after })),
];

/** Identifies the row of a patch, because ids are unique within a table only: the table and the id as one string. */
export const rowKey = ({ table, id }: Pick<Patch, 'table' | 'id'>): string => `${table}/${id}`;

/**
 * The number of changes to show to people: the changed items, or all changed rows if no item changed. A category that was
 * added together with an item does not count as another change.
 */
export function countPatchedRows(patches: readonly Patch[]): number {
  const items = patches.filter(({ table }) => table === 'items');
  return new Set((items.length > 0 ? items : patches).map(rowKey)).size;
}
