/** Rows of the tables. Deleting a row only marks it (product Y2). */
import type { Category } from './category.ts';
import type { Item } from './item.ts';
import type { Profile } from './profile.ts';
import type { SavedList } from './saved-list.ts';

export type Row<R> = R & {
  /** A deleted row stays as a tombstone: its name is still suggested, and a saved list can restore it (product L8, S2). */
  readonly deleted: boolean;
};

/** The row type of each table. */
export type Tables = {
  readonly items: Item;
  readonly categories: Category;
  readonly savedLists: SavedList;
  readonly profile: Profile;
};

export type TableName = keyof Tables;

/** The rows of one table by id. */
export type Rows<R> = ReadonlyMap<string, Row<R>>;
