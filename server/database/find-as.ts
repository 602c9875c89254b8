/** Asks a question as a caller, in one round trip. */
import type { Sql } from 'postgres';
import { settingsOf } from './become-caller.ts';
import type { CallerQuestion, CallerRequest } from './database.ts';

/** See `Database.findAs`; the rest is in realtime.find_as of bootstrap/0009. */
export async function findAs(
  sql: Sql,
  wanted: CallerRequest,
  { text, given, timeout }: CallerQuestion,
): Promise<readonly number[]> {
  const settings = JSON.stringify(settingsOf(wanted));
  const asked = sql<{ place: number }[]>`
    select place::int from realtime.find_as(${settings}::text::json, ${text}, ${given}) place`.execute();
  // The statement's own limit is set before it begins, and cannot be set by it.
  const patience = setTimeout(() => asked.cancel(), timeout);
  try {
    return (await asked).map(({ place }) => place);
  } finally {
    clearTimeout(patience);
  }
}
