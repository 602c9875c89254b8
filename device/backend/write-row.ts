/** A patch as the backend takes it: the columns of the fields it sets, with values that no database refuses. */
import type { NumberedPatch, PushGroup } from '#core/sync/push.ts';
import { isObject, isText } from '#device/shape.ts';
import type { WireRow } from './read-row.ts';
import { ownerColumn, wireColumn } from './wire-tables.ts';

/**
 * The rows of one upsert: id and owner, the fields of each patch, and the number that lets the backend skip a replay
 * (architecture section 4).
 */
export const groupToWire = (group: PushGroup, userId: string): readonly WireRow[] =>
  group.patches.map(({ patch, seq }) => ({
    ...ownerOf(patch, userId),
    ...fieldsToWire(patch),
    device_id: group.deviceId,
    device_seq: seq,
  }));

/** Which row it is, and whose. */
export const ownerOf = ({ table, id }: NumberedPatch['patch'], userId: string): WireRow =>
  ownerColumn(table) === 'id' ? { id: userId } : { id, user_id: userId };

/** The columns of the fields that are set. A profile is never deleted, and a time that is none is left out. */
export function fieldsToWire({ table, fields }: Pick<NumberedPatch['patch'], 'table' | 'fields'>): WireRow {
  const columns = Object.entries(fields).map(([name, value]) => [wireColumn(name), cleanValue(value)] as const);
  return Object.fromEntries(
    columns.filter(([column, value]) => {
      if (column === 'created_at') return isTime(value);
      return value !== undefined && !(table === 'profile' && column === 'deleted');
    }),
  );
}

/** Postgres keeps years 1 to 9999 in this form, and refuses a whole request for a time that is none. */
const isTime = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\dT/u.test(value) && !value.startsWith('0000') && !Number.isNaN(Date.parse(value));

/** Postgres takes neither a null character nor half a surrogate pair in a text; a row must not be stuck for that. */
function cleanValue(value: unknown): unknown {
  if (isText(value)) return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleanValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}
