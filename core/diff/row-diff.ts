/** Creates diffs of single rows: adding, removing, setting fields, and reversing. */
import { DETAILS, ITEM_FIELD_NAMES } from '#core/list/item-fields.ts';
import { isRankField, isStoreField } from '#core/list/keyed-fields.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { Fields, RowDiff } from './diff.ts';

/**
 * The diff that adds, restores or changes a row.
 * @param current the current row, deleted or not; undefined if the id is new
 * @param wanted the whole row after the diff
 * @returns null if nothing changes
 */
export function changeRow<T extends TableName>(
  table: T,
  current: Row<Tables[T]> | undefined,
  wanted: Row<Tables[T]>,
): RowDiff<T> | null {
  const { id, ...values } = wanted;
  const names = Object.keys(values);
  if (current === undefined) {
    const set = names.filter((name) => fieldOf(wanted, name) !== null);
    return { table, id, before: pickFields({ deleted: true }, ['deleted']), after: pickFields(wanted, set) };
  }
  const removed = optionalFields(current).filter((name) => !(name in wanted));
  return setFields(table, current, pickFields(wanted, [...names, ...removed]));
}

/** The diff that adds or restores a row with these values. */
export const setRow = <T extends TableName>(
  table: T,
  current: Row<Tables[T]> | undefined,
  wanted: Tables[T],
): RowDiff<T> | null => changeRow(table, current, { ...wanted, deleted: false });

/** The diff that sets some fields of a row; null if nothing changes. */
export function setFields<T extends TableName>(
  table: T,
  current: Row<Tables[T]>,
  fields: Fields<Tables[T]>,
): RowDiff<T> | null {
  const changed = fieldNames(fields).filter((name) => !isSameValue(fieldOf(current, name), fieldOf(fields, name)));
  return changed.length === 0
    ? null
    : { table, id: current.id, before: pickFields(current, changed), after: pickFields(fields, changed) };
}

/**
 * The diff that deletes a row; null if it is missing or already deleted. Also removes the details of an item and the items of a
 * saved list, which a deleted row does not need: others would have to download them (product H12). Undo sets them again.
 */
export function removeRow<T extends TableName>(table: T, current: Row<Tables[T]> | undefined): RowDiff<T> | null {
  if (current === undefined || current.deleted) return null;
  const removed = [...DETAILS, 'items'].filter((name) => name in current);
  return setFields(table, current, pickFields({ deleted: true, items: [] }, ['deleted', ...removed]));
}

/** The fields that a row can lack: the details of an item, the ranks of a category, and the stores of the list's own row. */
export const optionalFields = (row: object): readonly string[] =>
  Object.keys(row).filter(
    (name) => isRankField(name) || isStoreField(name) || DETAILS.some((detail) => detail === name),
  );

/** Whether a diff only places a category among the others (product O1). */
export const setsOnlyRanks = ({ after }: { readonly after: object }): boolean => fieldNames(after).every(isRankField);

/** Whether a diff adds, renames or removes a store (product O2). */
export const setsStores = ({ after }: { readonly after: object }): boolean => fieldNames(after).some(isStoreField);

/** The names of the fields that are set. */
export const fieldNames = (fields: object): readonly string[] => Object.keys(fields);

/** The value of a field by its name; null if it is not set. */
export const fieldOf = (fields: object, name: string): unknown => Reflect.get(fields, name) ?? null;

/** Some fields of a row. */
export const pickFields = <R>(row: object, names: readonly string[]): Fields<R> =>
  // The names are those of fields of the same kind of row.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(names.map((name) => [name, fieldOf(row, name)])) as Fields<R>;

/** Compares field values: strings, booleans, numbers, null and, in saved lists, arrays of items, which are copies after a trip to the disk or server. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && JSON.stringify(a, ITEM_KEYS) === JSON.stringify(b, ITEM_KEYS));

/** A fixed order, because the database stores the fields of jsonb in its own order. */
const ITEM_KEYS: string[] = ['id', ...ITEM_FIELD_NAMES];
