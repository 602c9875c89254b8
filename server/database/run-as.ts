/** Runs a request as its caller: one transaction under row level security, as PostgREST sets it up. */
import type { Sql, TransactionSql } from 'postgres';
import { becomeCaller, takeChanges } from './become-caller.ts';
import type { Callers } from './callers.ts';
import type { CallerTransaction, RowChange, Sights } from './database.ts';

export type RunParts = {
  readonly sql: Sql;
  /** For transactions that are sent at once (one-trip.ts). */
  readonly callers: Callers;
  /** Told after the commit what the transaction changed. */
  readonly publish: (changes: readonly RowChange[], sights?: Sights) => void;
};

/** See `Database.runAs`. */
export async function runAs<T>(
  { sql, publish }: Pick<RunParts, 'sql' | 'publish'>,
  wanted: CallerTransaction,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  // postgres.js unwraps arrays of promises in the type of what a transaction gives: an object keeps ours as it is.
  const { result, taken } = await sql.begin(wanted.readOnly ? 'read only' : '', async (tx) => {
    // Sent together with the first query of the work: nobody waits for it.
    const isSet = becomeCaller(tx, wanted);
    const [done] = await Promise.all([work(tx), isSet]);
    // Sent together with the commit: nobody waits for it either.
    return { result: done, taken: wanted.readOnly ? NO_CHANGES : takeChanges(tx) };
  });
  // Where they could not be read, the commit did not happen either.
  const changes = await taken;
  if (changes.length > 0) publish(changes);
  return result;
}

const NO_CHANGES: Promise<readonly RowChange[]> = Promise.resolve([]);
