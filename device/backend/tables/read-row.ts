/** Converts rows of the wire to rows of the app. Broken values are replaced, so that no row can stop a pull. */
import { isAmount } from '#core/name/clean-details.ts';
import type { Item, ItemDetails, Profile, Row, TableName } from '#core/list/row.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { pickDetails, PROFILE_ID } from '#core/list/row.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { isListOf, isObject, isText, isWith } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

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
  const deviceId = readDeviceId(wire);
  if (id === null || version === null) return null;
  const shared = { id, name: readText(wire['name']), deleted: wire['deleted'] === true };
  switch (table) {
    case 'items':
      return { table, row: { ...shared, ...readItemFields(wire) }, version, deviceId, ...readPeople(wire) };
    case 'categories':
      return { table, row: { ...shared, ...readCategoryFields(wire) }, version, deviceId };
    case 'savedLists':
      return { table, row: { ...shared, ...readSavedListFields(wire) }, version, deviceId };
    case 'profile':
      return { table, row: readProfile(wire), version, deviceId };
  }
}

/** Reads the rows of a table, without those that have no id or version. */
export const readRows = (table: TableName, wire: readonly WireRow[]): readonly VersionedRow[] =>
  wire.map((row) => readRow(table, row)).filter((row) => row !== null);

const readItemFields = (wire: WireRow) => ({
  category: readText(wire['category']),
  checked: wire['checked'] === true,
  ...readDetails(wire),
});

/** Backends without shared lists have no columns for them. */
const readPeople = (wire: WireRow): { readonly people?: ItemPeople } =>
  'added_by' in wire
    ? { people: { addedBy: readText(wire['added_by']) || null, tickedBy: readText(wire['ticked_by']) || null } }
    : {};

/** Null for a column without a value. Details whose columns the backend lacks are missing, so that the device keeps its own. */
const readDetails = (wire: WireRow): ItemDetails => ({
  ...('amount' in wire && { amount: readAmount(wire['amount']) }),
  ...('unit' in wire && { unit: readText(wire['unit']) || null }),
  ...('note' in wire && { note: readText(wire['note']) || null }),
});

/** Databases may send decimal numbers as text, so that no digit is lost. */
function readAmount(value: unknown): number | null {
  const amount = isText(value) ? Number(value) : value;
  return isAmount(amount) ? amount : null;
}

const readCategoryFields = (wire: WireRow) => ({
  color: readText(wire['color']),
  inList: wire['in_list'] !== false,
});

const readSavedListFields = (wire: WireRow) => ({
  items: readItems(wire['items']),
  createdAt: readTime(wire['created_at']),
});

/** On the device, the list's own row has a fixed id and is never deleted. */
const readProfile = (wire: WireRow): Row<Profile> => ({
  id: PROFILE_ID,
  listName: isText(wire['name']) ? wire['name'] : FIRST_LIST_NAME,
  ...('loaded' in wire && { loaded: isLoaded(wire['loaded']) ? wire['loaded'] : null }),
  deleted: false,
});

const isLoaded = isWith({ id: isText, name: isText, by: isText });

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
    .map((item) => ({
      id: readId(item) ?? '',
      name: readText(item['name']),
      category: readText(item['category']),
      checked: item['checked'] === true,
      ...pickDetails(readDetails(item)),
    }))
    .filter(({ id, name }) => id !== '' && name !== '');
}
