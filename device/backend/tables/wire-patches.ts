/** Converts patches to the rows of an upsert. They have only the fields that are set, so that the backend keeps all others. */
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { ITEM_FIELD_NAMES, ITEM_FIELDS } from '#core/list/item-fields.ts';
import { isRankField, isStoreField, ranksToKeys, storesToKeys } from '#core/list/keyed-fields.ts';
import type { NumberedPatch, PushGroup } from '#core/sync/sync-record.ts';
import { isObject, isText } from '#device/shape.ts';
import type { WireRow } from './wire-rows.ts';

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

/** Fields whose columns have a different name. */
const WIRE_COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, ITEM_FIELDS[name].column])),
  inList: 'in_list',
  createdAt: 'created_at',
  listName: 'name',
};

/** The column of a field. */
const wireColumn = (field: string): string => WIRE_COLUMNS[field] ?? field;
