/** Runs a request as its caller, in one transaction under row level security, as PostgREST does. */
import type { Sql, TransactionSql } from 'postgres';
import { becomeCaller, readChanges } from './become-caller.ts';
import type { SizeLimits } from '#server/settings/settings.ts';
import type { CallerTransaction, RowChange } from './database.ts';

type RunParts = {
  readonly sql: Sql;
  /** Called after the commit with the changed rows. */
  readonly publish: (changes: readonly RowChange[]) => void;
  readonly sizes?: SizeLimits;
};

/** See `Database.runAs`. */
export async function runAs<T>(
  { sql, publish, sizes }: RunParts,
  transaction: CallerTransaction,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  // An object, because postgres.js awaits arrays of promises that a transaction returns.
  const { result, reading } = await sql.begin(transaction.readOnly ? 'read only' : '', async (tx) => {
    // The settings are pipelined with the first query of the work, and the query for the changes with the commit.
    const isSet = becomeCaller(tx, transaction, sizes);
    const [done] = await Promise.all([work(tx), isSet]);
    return { result: done, reading: transaction.readOnly ? NO_CHANGES : readChanges(tx) };
  });
  const changes = await reading;
  if (changes.length > 0) publish(changes);
  return result;
}

const NO_CHANGES: Promise<readonly RowChange[]> = Promise.resolve([]);
