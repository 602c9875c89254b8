/** The rows of every table as plain arrays: what a list starts with, and what storage reads and writes. */
import type { Category } from './category.ts';
import type { Item } from './item.ts';
import type { Profile } from './profile.ts';
import type { Row } from './row.ts';
import type { SavedList } from './saved-list.ts';

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
