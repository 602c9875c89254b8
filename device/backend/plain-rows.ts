/** What a backend without versions had when it was last asked: it cannot tell what is gone, so this device remembers (product Y5). */
import type { TableName } from '#core/list/row.ts';
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage.ts';
import { isWireRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';

const TABLES = ['items', 'categories', 'savedLists', 'profile'] as const satisfies readonly TableName[];

const keyOf = (userId: string, table: TableName): string => `checklist.plain.${userId}.${table}`;

export type PlainRows = {
  /** Rows by id; null when the table was never read. */
  readonly read: (table: TableName) => ReadonlyMap<string, WireRow> | null;
  readonly write: (table: TableName, rows: ReadonlyMap<string, WireRow>) => void;
};

/** The rows of one account: in memory, and in local storage as long as there is room. */
export function createPlainRows(userId: string): PlainRows {
  const inMemory = new Map<TableName, ReadonlyMap<string, WireRow>>();
  return {
    read(table) {
      const known = inMemory.get(table);
      if (known) return known;
      const kept = parseJson(readValue(keyOf(userId, table)));
      return isWireRows(kept) ? new Map(kept.map((row) => [String(row['id']), row])) : null;
    },
    write(table, rows) {
      inMemory.set(table, rows);
      // What has no room any more must not be believed at the next start.
      if (!writeValue(keyOf(userId, table), JSON.stringify([...rows.values()]))) removeValue(keyOf(userId, table));
    },
  };
}

/** Forgets an account's: whoever signs out leaves nothing of this behind. */
export function forgetPlainRows(userId: string): void {
  for (const table of TABLES) removeValue(keyOf(userId, table));
}
