/** Sends a statement with values of a caller. */
import type { ISql } from 'postgres';
import type { Statement } from './database.ts';

/** The object id of the Postgres type `unknown`. It also keeps the driver from converting values. */
const UNKNOWN = 705;

/** Sends the statement at once, and returns its rows. Rejects with the error of the database. */
export function sendStatement<Row extends object>(
  tx: ISql,
  { text, values, isPrepared }: Statement,
): Promise<readonly Row[]> {
  const params = values.map((value) => tx.typed(value, UNKNOWN));
  return tx.unsafe<Row[]>(text, params, { prepare: isPrepared }).execute();
}
