/** One statement of a caller that only reads, in one round trip. */
import { becomeCaller } from './become-caller.ts';
import type { Callers } from './callers.ts';
import type { CallerRequest, Statement } from './database.ts';
import { inOneTrip } from './one-trip.ts';
import { sendStatement } from './send-statement.ts';

type Reading = { readonly statement: Statement; readonly timeout: number | undefined };

/** See `Database.readAs`. */
export function readAs<Row extends object>(
  callers: Callers,
  wanted: CallerRequest,
  { statement, timeout }: Reading,
): Promise<readonly Row[]> {
  return inOneTrip(callers, 'begin read only', async (tx) => {
    const isSet = becomeCaller(tx, wanted);
    const isLimited =
      timeout === undefined ? null : tx`select set_config('statement_timeout', ${String(timeout)}, true)`.execute();
    const [rows] = await Promise.all([sendStatement<Row>(tx, statement), isSet, isLimited]);
    return rows;
  });
}
