/** The rows of every table as arrays, the form of a new list and of storage, and as maps that are changed in place. */
import type { RowTables } from './list.ts';
import { byTable, TABLES, type Row, type TableName, type Tables } from './row.ts';

export type Contents = { readonly [T in TableName]: readonly Row<Tables[T]>[] };

export const EMPTY_CONTENTS: Contents = byTable(() => []);

/** The rows of every table by their ids, to be changed in place. */
export type RowMaps = { readonly [T in TableName]: Map<string, Row<Tables[T]>> };

export const createRowMaps = (): RowMaps => byTable(() => new Map<string, never>());

/** Adds rows, or replaces those that have the same ids. */
export function putRows(maps: RowMaps, contents: Contents): void {
  for (const table of TABLES) {
    const rows: Map<string, Row<Tables[TableName]>> = maps[table];
    for (const row of contents[table]) rows.set(row.id, row);
  }
}

export function toRowMaps(contents: Contents): RowMaps {
  const maps = createRowMaps();
  putRows(maps, contents);
  return maps;
}

export const toContents = ({ categories, items, savedLists, listRow }: RowTables): Contents => ({
  categories: [...categories.values()],
  items: [...items.values()],
  savedLists: [...savedLists.values()],
  listRow: [...listRow.values()],
});

/** Rows as a map by their ids. */
export const byId = <R extends { readonly id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]));
