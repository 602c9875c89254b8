/** The rows of the four tables: categories, items, saved lists, and the list's own row. */
import type { ItemFields } from './item-fields.ts';
import type { Ranks, Stores } from './keyed-fields.ts';

/** One thing to buy. */
export type Item = ItemFields & {
  /** Globally unique. The id of an item that a user added begins with the time in milliseconds (product L4). */
  readonly id: string;
};

/** A category of the account. The current list may or may not show it. */
export type Category = Ranks & {
  readonly id: string;
  readonly name: string;
  /** A CSS hex color; empty if the screen derives the color from the name. */
  readonly color: string;
  /** Whether the current list shows it (spec section 3: categories in the list, and all known ones). */
  readonly inList: boolean;
};

/** A list saved under a name, to be loaded later. */
export type SavedList = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly Item[];
  /** Time of the last save in ISO 8601 (spec section 3). */
  readonly createdAt: string;
};

/** Who loaded which saved list into the list (product S5). */
export type Loaded = {
  /** Different for each time that a saved list is loaded. */
  readonly id: string;
  readonly name: string;
  /** The account, which only the backend sets. */
  readonly by?: string | null | undefined;
};

/** The list's own row: what belongs to the list as a whole, such as its name (product L12, Y7) and its stores (product O2). */
export type ListRow = Stores & {
  readonly id: string;
  readonly listName: string;
  /** Missing until a saved list is loaded into the list while it is shared. */
  readonly loaded?: Loaded | null | undefined;
};

/** The id of the list's own row on the device. Backends and stored data call its table `profile`. */
export const LIST_ROW_ID = 'profile';

/** A row as it is stored. Deleting a row only marks it (product Y2). */
export type Row<R> = R & {
  /** A deleted row stays as a tombstone: its name is still suggested, and a saved list can restore it (product L8, S2). */
  readonly deleted: boolean;
};

/** The row type of each table. */
export type Tables = {
  readonly categories: Category;
  readonly items: Item;
  readonly savedLists: SavedList;
  readonly listRow: ListRow;
};

export type TableName = keyof Tables;

/** The tables in the order in which their rows are written and sent: categories before the items that need them. */
export const TABLES = ['categories', 'items', 'savedLists', 'listRow'] as const satisfies readonly TableName[];

/** A value for each table. */
export const byTable = <V>(make: (table: TableName) => V): Readonly<Record<TableName, V>> => ({
  categories: make('categories'),
  items: make('items'),
  savedLists: make('savedLists'),
  listRow: make('listRow'),
});

/** The rows of one table by id. */
export type Rows<R> = ReadonlyMap<string, Row<R>>;

/** A category for items whose category is unknown. It has the name of the last default category. */
export const createLostCategory = (id: string): Category => ({ id, name: 'Other', color: '', inList: true });
