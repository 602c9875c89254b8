/**
 * Stores the rows that a backend without versions had at the last read. Such a backend cannot report deleted rows, so the
 * device compares (product Y5).
 */
import { type TableName, TABLES } from '#core/list/row.ts';
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage/local-storage.ts';
import { isWireRows, type WireRow } from './wire-rows.ts';

const keyOf = (userId: string, table: TableName): string => `checklist.unversioned-rows.${userId}.${table}`;

export type UnversionedRows = {
  /** Rows by id; null if the table was never read. */
  readonly read: (table: TableName) => ReadonlyMap<string, WireRow> | null;
  readonly write: (table: TableName, rows: ReadonlyMap<string, WireRow>) => void;
};

/** The rows of one account, in memory and, while there is room, in local storage. */
export function createUnversionedRows(userId: string): UnversionedRows {
  const inMemory = new Map<TableName, ReadonlyMap<string, WireRow>>();
  return {
    read(table) {
      const known = inMemory.get(table);
      if (known) return known;
      const stored = parseJson(readValue(keyOf(userId, table)));
      return isWireRows(stored) ? new Map(stored.map((row) => [String(row['id']), row])) : null;
    },
    write(table, rows) {
      inMemory.set(table, rows);
      // Outdated rows must not be used at the next start.
      if (!writeValue(keyOf(userId, table), JSON.stringify([...rows.values()]))) removeValue(keyOf(userId, table));
    },
  };
}

/** Removes an account's rows from local storage when its data leaves this device. */
export function removeUnversionedRows(userId: string): void {
  for (const table of TABLES) removeValue(keyOf(userId, table));
}
