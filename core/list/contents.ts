/** The rows of every table as arrays: the form of a new list, and of storage. */
import type { Category, Item, Profile, Row, SavedList } from './row.ts';

export type Contents = {
  readonly items: readonly Row<Item>[];
  readonly categories: readonly Row<Category>[];
  readonly savedLists: readonly Row<SavedList>[];
  readonly profile: readonly Row<Profile>[];
};

export const EMPTY_CONTENTS: Contents = { items: [], categories: [], savedLists: [], profile: [] };

/** Rows as a map by their ids. */
export const byId = <R extends { readonly id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]));
