/** The read-only list: the rows of every table, and what can be derived from them. */
import { isRank, movedField, type OrderOf } from './keyed-fields.ts';
import { LIST_ROW_ID, type Category, type Item, type Row, type Rows, type TableName, type Tables } from './row.ts';

/** The rows of every table, deleted ones too. */
export type RowTables = { readonly [T in TableName]: Rows<Tables[T]> };

export type List = RowTables & {
  /** Ids of the live items by category. A category without live items may be missing. */
  readonly itemIdsByCategory: ReadonlyMap<string, ReadonlySet<string>>;
  /** The live item in a category whose name counts as the same (product L9). */
  readonly itemNamed: (category: string, name: string) => Row<Item> | undefined;
};

/** The name of a new list (spec section 4, product L12). */
export const FIRST_LIST_NAME = 'My List';
/** The list's name after Create New Empty List (spec section 4). */
export const EMPTY_LIST_NAME = 'New List';

/** Whether a list still has the name of a new or emptied list (product S4, H14). */
export const isDefaultName = (name: string): boolean => name === FIRST_LIST_NAME || name === EMPTY_LIST_NAME;

/** The list's name; `My List` until it is set (product L12), even if the row has other fields. */
export function listName(list: RowTables): string {
  const name = list.listRow.get(LIST_ROW_ID)?.listName ?? '';
  return name === '' ? FIRST_LIST_NAME : name;
}

/** The row with an id, unless it is missing or deleted. */
export const liveRow = <R>(rows: Rows<R>, id: string): Row<R> | undefined => {
  const row = rows.get(id);
  return row === undefined || row.deleted ? undefined : row;
};

/** All rows that are not deleted, in no particular order. */
export const liveRows = <R>(rows: Rows<R>): readonly Row<R>[] => [...rows.values()].filter((row) => !row.deleted);

/**
 * Whether someone has moved a category in this order. Otherwise a store has the list's own order (product O2), and the list is in
 * alphabetical order (product O1).
 */
export const isArranged = (list: RowTables, order: OrderOf): boolean => {
  const moved = movedField(order);
  return [...list.categories.values()].some((category) => isRank(category[moved]));
};

/** Whether the list shows a category. A live item keeps it visible, even if it was deleted on another device (product Y3). */
export const isCategoryVisible = (list: List, id: string): boolean =>
  liveRow(list.categories, id)?.inList === true || (list.itemIdsByCategory.get(id)?.size ?? 0) > 0;

/** Whether the list has a category, in view or not: it is not deleted, or a live item keeps it visible (product Y3). */
export const hasCategory = (list: List, id: string): boolean =>
  liveRow(list.categories, id) !== undefined || isCategoryVisible(list, id);

/** The row of a category that the list has. */
export const categoryOf = (list: List, id: string): Row<Category> | undefined =>
  hasCategory(list, id) ? list.categories.get(id) : undefined;

/** The rows of the categories that the list has, in no particular order. */
export const categoriesOf = (list: List): readonly Row<Category>[] =>
  [...list.categories.values()].filter(({ id }) => hasCategory(list, id));

/** Whether two versions of an item have the same position in the list: only name, category and `deleted` decide it. */
export const isSamePosition = (a: Row<Item>, b: Row<Item>): boolean =>
  a.deleted === b.deleted && a.name === b.name && a.category === b.category;
