/** Converts patches to rows of the wire: the columns of the fields they set, with values that no database refuses. */
import type { NumberedPatch, PushGroup } from '#core/sync/push-groups.ts';
import { isRankField, isStoreField, ranksToKeys, storesToKeys } from '#core/list/keyed-fields.ts';
import { isObject, isText } from '#device/shape.ts';
import type { WireRow } from './read-row.ts';
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { wireColumn } from './wire-tables.ts';

/**
 * The rows of one upsert: id and list, the fields of each patch, and the number that lets the backend skip a replay
 * (architecture section 4).
 */
export const groupToWire = (group: PushGroup, list: ListRef): readonly WireRow[] =>
  group.patches.map(({ patch, seq }) => ({
    ...ownerOf(patch, list),
    ...fieldsToWire(patch),
    device_id: group.deviceId,
    device_seq: seq,
  }));

/** The columns that identify the row and its list. The backend sets the owner of a list that may be someone else's. */
export function ownerOf({ table, id }: NumberedPatch['patch'], list: ListRef): WireRow {
  if (table === 'listRow') return { id: list.listId };
  return isPersonal(list) ? { id, user_id: list.userId } : { id, list_id: list.listId };
}

/**
 * The columns of the fields that are set, without invalid times, and without `deleted` for the list's own row. Ranks are the keys of
 * one column, which the backend merges, and so are stores.
 */
export function fieldsToWire({ table, fields }: Pick<NumberedPatch['patch'], 'table' | 'fields'>): WireRow {
  const columns = Object.entries({ ...fields, ranks: ranksToKeys(fields), stores: storesToKeys(fields) })
    .filter(([name]) => !isRankField(name) && !isStoreField(name))
    .map(([name, value]) => [wireColumn(name), cleanValue(value)] as const);
  return Object.fromEntries(
    columns.filter(([column, value]) => {
      if (column === 'created_at') return isIsoTime(value);
      return value !== undefined && !(table === 'listRow' && column === 'deleted');
    }),
  );
}

/** Postgres accepts years 1 to 9999 in this form, and refuses the whole request for an invalid time. */
const isIsoTime = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\dT/u.test(value) && !value.startsWith('0000') && !Number.isNaN(Date.parse(value));

/** Removes null characters and unpaired surrogates, which Postgres refuses in texts. */
function cleanValue(value: unknown): unknown {
  if (isText(value)) return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleanValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}
