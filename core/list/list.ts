/** The working list and everything the account knows around it, as every reader sees it. */
import type { Item } from './item.ts';
import { PROFILE_ID } from './profile.ts';
import type { Row, Rows, TableName, Tables } from './row.ts';

/** The rows of every table, deleted ones too. */
export type RowTables = { readonly [T in TableName]: Rows<Tables[T]> };

export type List = RowTables & {
  /** Ids of the live items of each category; a category without any may be missing. */
  readonly itemIdsByCategory: ReadonlyMap<string, ReadonlySet<string>>;
  /** The live item of that category whose name counts as the same (product L9). */
  readonly itemNamed: (category: string, name: string) => Row<Item> | undefined;
};

/** The name a list has before anybody names it (spec section 4, product L12). */
export const FIRST_LIST_NAME = 'My List';
/** The name after Create New Empty List (spec section 4). */
export const EMPTY_LIST_NAME = 'New List';

/** The list's name; `My List` until something set it (product L12). */
export const listName = (list: List): string => list.profile.get(PROFILE_ID)?.listName ?? FIRST_LIST_NAME;

/** The row of that id unless it is missing or deleted. */
export const liveRow = <R>(rows: Rows<R>, id: string): Row<R> | undefined => {
  const row = rows.get(id);
  return row === undefined || row.deleted ? undefined : row;
};

/** All rows that are not deleted, in no particular order. */
export const liveRows = <R>(rows: Rows<R>): readonly Row<R>[] => [...rows.values()].filter((row) => !row.deleted);

/** A live item keeps its category visible, even one that was deleted elsewhere meanwhile (product Y3). */
export const isCategoryVisible = (list: List, id: string): boolean =>
  liveRow(list.categories, id)?.inList === true || (list.itemIdsByCategory.get(id)?.size ?? 0) > 0;
