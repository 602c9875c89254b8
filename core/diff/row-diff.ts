/** How the diff of a single row is made: adding, removing, setting fields. */
import type { Item } from '#core/list/item.ts';
import type { Row } from '#core/list/row.ts';
import type { Fields, RowDiff } from './diff.ts';

type Identified = { readonly id: string };

/**
 * The diff that brings a row to this state: a new one, a deleted one brought back, or one changed.
 * @param current the row as it stands, deleted or not; undefined when the id is new
 * @param wanted the whole row as it shall be
 * @returns null when the row is like that already
 */
export function changeRow<R extends Identified>(current: Row<R> | undefined, wanted: Row<R>): RowDiff<R> | null {
  const { id, ...values } = wanted;
  const fields: Fields<R> = pickFields(wanted, Object.keys(values));
  return current === undefined ? { id, before: deletedField(true), after: fields } : setFields(current, fields);
}

/** The diff that makes a row live with these values. */
export const setRow = <R extends Identified>(current: Row<R> | undefined, wanted: R): RowDiff<R> | null =>
  changeRow(current, { ...wanted, deleted: false });

/** The diff that sets some fields of a row; null when they all have these values already. */
export function setFields<R extends Identified>(current: Row<R>, fields: Fields<R>): RowDiff<R> | null {
  const changed = fieldNames(fields).filter((name) => !isSameValue(fieldOf(current, name), fieldOf(fields, name)));
  return changed.length === 0
    ? null
    : { id: current.id, before: pickFields(current, changed), after: pickFields(fields, changed) };
}

/** The diff that deletes a row; null when it is missing or deleted already. */
export const removeRow = <R extends Identified>(current: Row<R> | undefined): RowDiff<R> | null =>
  current === undefined ? null : setFields(current, deletedField(true));

/** The names of the fields that are set. */
export const fieldNames = (fields: object): readonly string[] => Object.keys(fields);

/** The value of a field by its name; undefined where it is not set. */
export const fieldOf = (fields: object, name: string): unknown => Reflect.get(fields, name);

/** Some fields of a row. */
export const pickFields = <R>(row: object, names: readonly string[]): Fields<R> =>
  // The names are those of fields of the same kind of row.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(names.map((name) => [name, fieldOf(row, name)])) as Fields<R>;

/** Values are strings, booleans and, of saved lists, arrays of items: copies, once they were on disk or on the server. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && JSON.stringify(a, ITEM_FIELDS) === JSON.stringify(b, ITEM_FIELDS));

/** The diffs that are not null. Each row is there once: where a foreign list has an id twice, the last one counts. */
export const changedRows = <R>(diffs: readonly (RowDiff<R> | null)[]): readonly RowDiff<R>[] => [
  ...new Map(diffs.filter((diff) => diff !== null).map((diff) => [diff.id, diff])).values(),
];

/** Named in one order, because the database keeps the fields of jsonb in an order of its own. */
const ITEM_FIELDS: (keyof Item)[] = ['id', 'name', 'category', 'checked'];

/** The one field that every kind of row has. */
const deletedField = <R>(deleted: boolean): Fields<R> => pickFields({ deleted }, ['deleted']);
