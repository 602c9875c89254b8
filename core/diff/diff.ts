/** The value at the centre: what one act changed, field by field, before and after. */
import type { Category } from '#core/list/category.ts';
import type { Item } from '#core/list/item.ts';
import type { Profile } from '#core/list/profile.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { SavedList } from '#core/list/saved-list.ts';

/** Fields to set on a row; those it does not name stay as they are (product Y1). */
export type Fields<R> = Partial<Omit<Row<R>, 'id'>>;

/** One row's part: an added row has `deleted` true before and false after, a removed one the other way round. */
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

/** One field patch of one row, as the outbox keeps it: `after` without the past. */
export type Patch<T extends TableName = TableName> = {
  readonly [P in T]: { readonly table: P; readonly id: string; readonly fields: Fields<Tables[P]> };
}[T];

export const EMPTY_DIFF: Diff = { items: [], categories: [], savedLists: [], profile: [] };

/** Whether nothing changed. */
export const isEmptyDiff = (diff: Diff): boolean =>
  diff.items.length + diff.categories.length + diff.savedLists.length + diff.profile.length === 0;

/** What the outbox carries of a diff: one patch for each row, in the order of tables and rows. */
export const diffToPatches = (diff: Diff): readonly Patch[] => [
  ...diff.categories.map(({ id, after }): Patch => ({ table: 'categories', id, fields: after })),
  ...diff.items.map(({ id, after }): Patch => ({ table: 'items', id, fields: after })),
  ...diff.savedLists.map(({ id, after }): Patch => ({ table: 'savedLists', id, fields: after })),
  ...diff.profile.map(({ id, after }): Patch => ({ table: 'profile', id, fields: after })),
];
