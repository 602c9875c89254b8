/** Inserts the rows of a backup into their table, in batches. */
import type { TransactionSql } from '#server/database/database.ts';
import { quote, quoteTable } from './list-tables.ts';
import type { SavedTable } from './list-tables.ts';

export type Filler = {
  /** Adds a row, given as a line of JSON. */
  readonly add: (row: string) => Promise<void>;
  /** Inserts the remaining rows. Call it after the last row. */
  readonly finish: () => Promise<void>;
};

const MOST_CHARACTERS = 500_000;

/** @param columns in the backup's order; the table has all of them */
export function createFiller(tx: TransactionSql, table: SavedTable, columns: readonly string[]): Filler {
  const typeOf = (column: string): string => table.types[table.columns.indexOf(column)] ?? 'text';
  const values = columns.map((column, index) => `(line ->> ${index})::${typeOf(column)}`).join(', ');
  // Identity columns get the values of the backup.
  const insert = `insert into ${quoteTable(table)} (${columns.map(quote).join(', ')}) overriding system value
    select ${values} from json_array_elements($1::text::json) line`;
  let rows: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await tx.unsafe(insert, [`[${rows.join(',')}]`]);
    rows = [];
    characters = 0;
  };
  return {
    async add(row) {
      rows.push(row);
      characters += row.length;
      if (characters > MOST_CHARACTERS) await flush();
    },
    finish: flush,
  };
}
