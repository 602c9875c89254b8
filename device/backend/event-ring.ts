/** What an event of a changed row says: the row itself where it came whole, else that somebody should look (product Y5). */
import type { TableName } from '#core/list/row.ts';
import type { Ring } from '#client/ports/backend.ts';
import { isObject, isWith, isWord } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import { readRow, readVersion } from './read-row.ts';
import { ROW_COLUMNS } from './wire-tables.ts';

const hasNoErrors: Guard<unknown> = (errors): errors is unknown =>
  errors === null || errors === undefined || (Array.isArray(errors) && errors.length === 0);

const isWrite = isWith({ eventType: isWord('INSERT', 'UPDATE'), new: isObject });

/** A long row comes without some of its columns, with an error beside it or not; a deleted one comes with its id at most. */
export function eventToRing(table: TableName, event: unknown, userId: string): Ring {
  if (!isWrite(event) || !hasNoErrors('errors' in event ? event.errors : null)) return { type: 'look' };
  const wire = event.new;
  const isWhole = ROW_COLUMNS[table].every((column) => wire[column] !== undefined && wire[column] !== null);
  // A filter that did not hold must not bring in somebody else's row; without a version nobody knows what is newer.
  const row = isWhole && wire['user_id'] === userId && readVersion(wire) ? readRow(table, wire) : null;
  return row ? { type: 'rows', rows: [row] } : { type: 'look' };
}
