/** The list in memory: rows that a diff changes in place, with the two indexes a change needs. */
import type { Diff, RowDiff } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import type { Category } from './category.ts';
import { createCategoryIndex } from './category-index.ts';
import { isSamePlace } from './item-place.ts';
import type { Item } from './item.ts';
import type { List } from './list.ts';
import { createNameIndex } from './name-index.ts';
import type { Profile } from './profile.ts';
import type { Row, TableName, Tables } from './row.ts';
import type { SavedList } from './saved-list.ts';

export type Memory = {
  /** Always the list as it stands now. */
  readonly list: List;
  /** Takes a diff in. It was made for this list: its rows are there, or it brings them whole. */
  readonly apply: (diff: Diff) => void;
};

/** Rows by table, to begin with. */
export type Contents = {
  readonly items: readonly Row<Item>[];
  readonly categories: readonly Row<Category>[];
  readonly savedLists: readonly Row<SavedList>[];
  readonly profile: readonly Row<Profile>[];
};

/** A list in memory. A tick costs the same at ten items and at ten thousand: nothing is copied but the row. */
export function createMemory(contents: Contents): Memory {
  const items = byId(contents.items);
  const categories = byId(contents.categories);
  const savedLists = byId(contents.savedLists);
  const profile = byId(contents.profile);
  const categoryIndex = createCategoryIndex(items);
  const nameIndex = createNameIndex(items);
  const list: List = {
    items,
    categories,
    savedLists,
    profile,
    itemIdsByCategory: categoryIndex.idsByCategory,
    itemNamed: nameIndex.itemNamed,
  };
  const reindex = (before: Row<Item> | undefined, row: Row<Item>): void => {
    if (before && isSamePlace(before, row)) return;
    categoryIndex.replace(before, row);
    nameIndex.replace(before, row);
  };
  const apply = (diff: Diff): void => {
    applyRows('items', items, { diffs: diff.items, onRow: reindex });
    applyRows('categories', categories, { diffs: diff.categories });
    applyRows('savedLists', savedLists, { diffs: diff.savedLists });
    applyRows('profile', profile, { diffs: diff.profile });
  };
  return { list, apply };
}

const byId = <R extends { readonly id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]));

function applyRows<T extends TableName>(
  table: T,
  rows: Map<string, Row<Tables[T]>>,
  {
    diffs,
    onRow,
  }: {
    readonly diffs: readonly RowDiff<Tables[T]>[];
    readonly onRow?: (before: Row<Tables[T]> | undefined, row: Row<Tables[T]>) => void;
  },
): void {
  for (const { id, after } of diffs) {
    const before = rows.get(id);
    const row = foldRow(table, before, { id, fields: after });
    rows.set(id, row);
    onRow?.(before, row);
  }
}
