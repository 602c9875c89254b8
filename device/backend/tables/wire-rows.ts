/**
 * Converts rows of the wire to rows of the app. Broken values are replaced, so that no row can stop a pull, and texts are cleaned and cut,
 * because other clients may have written them (product H12). Only changed fields are sent (`versioned-tables.ts`), so the backend keeps them unchanged.
 */
import { isAmount } from '#core/name/clean-details.ts';
import { NAME_LIMIT, toShownName } from '#core/name/clean-name.ts';
import {
  type FieldKind,
  type FieldValues,
  ITEM_FIELDS,
  type ItemField,
  type ItemFields,
  type KindOf,
  pickItem,
  toItemFields,
  type Value,
} from '#core/list/item-fields.ts';
import { keysToRanks } from '#core/list/keyed-fields.ts';
import { keysToStores } from '#core/stores/stores.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { type Item, LIST_ROW_ID, type ListRow, type Row, type TableName } from '#core/list/row.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { type Guard, isFlag, isListOf, isObject, isText, isWith } from '#device/shape.ts';

/** A row of the wire, with unchecked columns and values. */
export type WireRow = Readonly<Record<string, unknown>>;

export const isWireRows: Guard<readonly WireRow[]> = isListOf(isObject);

/**
 * Reads a row.
 * @param version overrides the row's version
 * @returns null for a row without an id or a version
 */
export function readRow(table: TableName, wire: WireRow, version = readVersion(wire)): VersionedRow | null {
  const id = readId(wire);
  if (id === null || version === null) return null;
  const deleted = wire['deleted'] === true;
  const written = { version, deviceId: readDeviceId(wire), ...readSeq(wire) };
  const shared = { id, name: readName(wire['name']), deleted };
  switch (table) {
    case 'items':
      return { table, row: { id, ...readItemFields(wire), deleted }, ...written, ...readPeople(wire) };
    case 'categories':
      return { table, row: { ...shared, ...readCategoryFields(wire) }, ...written };
    case 'savedLists':
      return { table, row: { ...shared, ...readSavedListFields(wire) }, ...written };
    case 'listRow':
      return { table, row: readListRow(wire), ...written };
  }
}

/** Reads the rows of a table, without those that have no id or version. */
export const readRows = (table: TableName, wire: readonly WireRow[]): readonly VersionedRow[] =>
  wire.map((row) => readRow(table, row)).filter((row) => row !== null);

/** Details whose columns the backend lacks are missing, so that the device keeps its own. */
const readItemFields = (wire: WireRow): ItemFields =>
  toItemFields((name) => readField(name, wire, ITEM_FIELDS[name].column));

/** Null for a broken value; undefined if there is none. */
const readField = <N extends ItemField>(name: N, from: WireRow, key: string): Value<N> | null | undefined =>
  key in from ? readValue<KindOf<N>>(ITEM_FIELDS[name].kind, from[key]) : undefined;

const readValue = <K extends FieldKind>(kind: K, value: unknown): FieldValues[K] | null => READERS[kind](value);

const READERS: { readonly [K in FieldKind]: (value: unknown) => FieldValues[K] | null } = {
  text: (value) => readName(value) || null,
  key: (value) => readText(value) || null,
  flag: (value) => (isFlag(value) ? value : null),
  // Databases may send decimal numbers as text, so that no digit is lost.
  number(value) {
    const number = isText(value) ? Number(value) : value;
    return isAmount(number) ? number : null;
  },
};

/** Backends without shared lists have no columns for them. */
const readPeople = (wire: WireRow): { readonly people?: ItemPeople } =>
  'added_by' in wire
    ? { people: { addedBy: readText(wire['added_by']) || null, tickedBy: readText(wire['ticked_by']) || null } }
    : {};

const readCategoryFields = (wire: WireRow) => ({
  color: readText(wire['color']),
  inList: wire['in_list'] !== false,
  ...keysToRanks(wire['ranks']),
});

const readSavedListFields = (wire: WireRow) => ({
  items: readItems(wire['items']),
  createdAt: readTime(wire['created_at']),
});

/**
 * On the device, the list's own row has a fixed id and is never deleted. Without their column, the device keeps its stores, and without
 * a name, which a backend with only the specification's tables does not have, its name.
 */
const readListRow = (wire: WireRow): Row<ListRow> =>
  // The row is merged into the one on the device, which has the name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    id: LIST_ROW_ID,
    ...('name' in wire && { listName: isText(wire['name']) ? readName(wire['name']) : FIRST_LIST_NAME }),
    ...('loaded' in wire && { loaded: readLoaded(wire['loaded']) }),
    ...keysToStores(wire['stores']),
    deleted: false,
  }) as Row<ListRow>;

const isLoaded = isWith({ id: isText, name: isText, by: isText });

const readLoaded = (value: unknown): ListRow['loaded'] =>
  isLoaded(value) ? { ...value, name: readName(value.name) } : null;

/** The version of a row; null if it has none. Large numbers may arrive as text. */
export function readVersion(wire: WireRow): number | null {
  const value = wire['version'];
  const version = isText(value) && /^\d+$/u.test(value) ? Number(value) : value;
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : null;
}

/** Whether a row is older than versions. */
export const isUnversioned = (row: WireRow | undefined): boolean => row !== undefined && !readVersion(row);

/** The id of a row; null if it has none. Some schemas use numbers. */
export function readId(wire: WireRow): string | null {
  const { id } = wire;
  if (typeof id === 'number') return String(id);
  return isText(id) && id !== '' ? id : null;
}

/** The sync device that wrote the row last; null if another client wrote it. */
const readDeviceId = (wire: WireRow): string | null => readText(wire['device_id']) || null;

/** Large numbers may arrive as text. */
function readSeq(wire: WireRow): { readonly deviceSeq?: number } {
  const seq = Number(wire['device_seq'] ?? Number.NaN);
  return Number.isSafeInteger(seq) ? { deviceSeq: seq } : {};
}

/** A name or a note, as it may be shown. */
const readName = (value: unknown): string => toShownName(readText(value), NAME_LIMIT);

const readText = (value: unknown): string => (isText(value) ? value : '');

/** The time in ISO 8601; '' for an invalid time. */
function readTime(value: unknown): string {
  const time = isText(value) ? new Date(value) : null;
  return time === null || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** The items of a saved list, without those that lack an id or a name. Some schemas store them as text. */
function readItems(value: unknown): readonly Item[] {
  const items: unknown = isText(value) ? parseJson(value) : value;
  if (!Array.isArray(items)) return [];
  return items
    .filter(isObject)
    .map((item) => pickItem({ id: readId(item) ?? '', ...toItemFields((name) => readField(name, item, name)) }))
    .filter(({ id, name }) => id !== '' && name !== '');
}
