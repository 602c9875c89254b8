/**
 * Stores the rows that a backend without versions had at the last read. Such a backend cannot report deleted rows, so the
 * device compares (product Y5).
 */
import { type TableName, TABLES } from '#core/list/row.ts';
import { isListOf, isObject } from '#device/shape.ts';
import { parseJson, readValue, removeValue, writeValue } from './local-storage.ts';

/** A row as the backend sent it. */
type StoredRow = Readonly<Record<string, unknown>>;

const areRows = isListOf(isObject);

const keyOf = (userId: string, table: TableName): string => `checklist.unversioned-rows.${userId}.${table}`;

export type UnversionedRows = {
  /** Rows by id; null if the table was never read. */
  readonly read: (table: TableName) => ReadonlyMap<string, StoredRow> | null;
  readonly write: (table: TableName, rows: ReadonlyMap<string, StoredRow>) => void;
};

/** The rows of one account, in memory and, while there is room, in local storage. */
export function createUnversionedRows(userId: string): UnversionedRows {
  const inMemory = new Map<TableName, ReadonlyMap<string, StoredRow>>();
  return {
    read(table) {
      const known = inMemory.get(table);
      if (known) return known;
      const stored = parseJson(readValue(keyOf(userId, table)));
      return areRows(stored) ? new Map(stored.map((row) => [String(row['id']), row])) : null;
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
