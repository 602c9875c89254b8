/** Runs a request as its caller: one transaction under row level security, as PostgREST sets it up. */
import type { Sql, TransactionSql } from 'postgres';
import { becomeCaller, takeChanges } from './become-caller.ts';
import type { CallerTransaction, RowChange } from './database.ts';

type RunParts = {
  readonly sql: Sql;
  /** Called after the commit with what the transaction changed. */
  readonly publish: (changes: readonly RowChange[]) => void;
};

/** See `Database.runAs`. */
export async function runAs<T>(
  { sql, publish }: RunParts,
  wanted: CallerTransaction,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  // postgres.js unwraps arrays of promises in the type of what a transaction gives: an object keeps ours as it is.
  const { result, taken } = await sql.begin(wanted.readOnly ? 'read only' : '', async (tx) => {
    // The settings travel with the first query of the work, and the question for changes with the commit.
    const isSet = becomeCaller(tx, wanted);
    const [done] = await Promise.all([work(tx), isSet]);
    return { result: done, taken: wanted.readOnly ? NO_CHANGES : takeChanges(tx) };
  });
  const changes = await taken;
  if (changes.length > 0) publish(changes);
  return result;
}

const NO_CHANGES: Promise<readonly RowChange[]> = Promise.resolve([]);
