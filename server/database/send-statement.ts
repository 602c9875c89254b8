/** Sends a statement whose values are a caller's. */
import type { ISql } from 'postgres';
import type { Statement } from './database.ts';

/** The type `unknown` of Postgres. It also keeps the driver from writing values in its own way. */
const UNKNOWN = 705;

/** Sends it at once, and gives its rows. Rejects with what the database says. */
export function sendStatement<Row extends object>(
  tx: ISql,
  { text, values, isPrepared }: Statement,
): Promise<readonly Row[]> {
  const params = values.map((value) => tx.typed(value, UNKNOWN));
  return tx.unsafe<Row[]>(text, params, { prepare: isPrepared }).execute();
}
