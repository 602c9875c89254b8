/** The diff, the central value of the app: the fields that a change sets, with their values before and after. Creates, applies and reverses diffs. */
import type { RowMaps } from '#core/list/contents.ts';
import { DETAILS, ITEM_FIELD_NAMES, toItemFields } from '#core/list/item-fields.ts';
import { isRankField, isStartField, isStoreField } from '#core/list/keyed-fields.ts';
import type { RowTables } from '#core/list/list.ts';
import { type Row, type Rows, type TableName, TABLES, type Tables } from '#core/list/row.ts';

/** Fields to set on a row. Fields that are not named are unchanged (product Y1). */
export type Fields<R> = Partial<Omit<Row<R>, 'id'>>;

/** The diff of one row. An added row has `deleted` true before and false after; a removed row has it reversed. */
export type RowDiff<T extends TableName = TableName> = {
  readonly [P in T]: {
    readonly table: P;
    readonly id: string;
    readonly before: Fields<Tables[P]>;
    readonly after: Fields<Tables[P]>;
  };
}[T];

/** The changed rows in the order of `TABLES`, each row once. Empty if nothing changed. */
export type Diff = readonly RowDiff[];

/** The fields to set on one row, as the outbox stores them: the `after` of a diff. */
export type Patch<T extends TableName = TableName> = {
  readonly [P in T]: { readonly table: P; readonly id: string; readonly fields: Fields<Tables[P]> };
}[T];

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

/**
 * Joins the diffs of rows to one diff: in the order of tables, and without those that are null, which change nothing. If a row
 * occurs twice, as in an imported list that has an id twice, the last diff counts.
 */
export function toDiff(rows: readonly (RowDiff | null)[]): Diff {
  const latest = new Map<string, RowDiff>();
  for (const row of rows) if (row !== null) latest.set(rowKey(row), row);
  const diff = [...latest.values()];
  return TABLES.flatMap((table) => diff.filter((row) => row.table === table));
}

/** The rows of one table. */
export const rowDiffsOf = <T extends TableName>(diff: Diff, table: T): readonly RowDiff<T>[] =>
  diff.filter((row): row is RowDiff & RowDiff<T> => row.table === table);

/** Converts a diff to patches for the outbox: one for each row, in the order of the diff. */
export const diffToPatches = (diff: Diff): readonly Patch[] => diff.map(toPatch);

/** The fields that the diff of a row sets. */
export const toPatch = <T extends TableName>({ table, id, after }: RowDiff<T>): Patch<T> => ({
  table,
  id,
  fields: after,
});

/** Identifies the row of a patch, because ids are unique within a table only: the table and the id as one string. */
export const rowKey = ({ table, id }: Pick<Patch, 'table' | 'id'>): string => `${table}/${id}`;

/**
 * The number of changes to show to people: the changed items, or all changed rows if no item changed. A category that was
 * added together with an item does not count as another change. A new order of the categories counts as one change, even if it
 * sets the ranks of several (product O1).
 */
export function countPatchedRows(patches: readonly Patch[]): number {
  const items = patches.filter(isOfItem);
  return new Set(items.length > 0 ? items.map(rowKey) : patches.map(placeOrKey)).size;
}

export const isOfItem = ({ table }: Patch): boolean => table === 'items';

const placeOrKey = (patch: Patch): string => (Object.keys(patch.fields).every(isRankField) ? 'order' : rowKey(patch));

/** The fields of a row before the first patch: the defaults of the database's columns (architecture section 4). */
const BLANK: { readonly [T in TableName]: Omit<Row<Tables[T]>, 'id'> } = {
  categories: { name: '', color: '', inList: true, deleted: false },
  items: { ...toItemFields(() => undefined), deleted: false },
  savedLists: { name: '', items: [], createdAt: '', deleted: false },
  listRow: { listName: '', deleted: false },
};

/**
 * Applies a patch. The row leaves out fields that are null.
 * @param row undefined for a row that does not exist yet
 * @returns a new row
 */
export const applyPatch = <T extends TableName>(
  table: T,
  row: Row<Tables[T]> | undefined,
  patch: { readonly id: string; readonly fields: Fields<Tables[T]> },
): Row<Tables[T]> => {
  const patched = { ...(row ?? { ...BLANK[table], id: patch.id }), ...patch.fields };
  for (const name of optionalFields(patched))
    if (Reflect.get(patched, name) === null) Reflect.deleteProperty(patched, name);
  // A blank row, an id and fields of one table make its row; the compiler cannot join them generically.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return patched as Row<Tables[T]>;
};

/** Applies a patch to its row in place. @returns the new row */
export function patchRow<T extends TableName>(maps: RowMaps, { table, id, fields }: Patch<T>): Row<Tables[T]> {
  const rows: Map<string, Row<Tables[T]>> = maps[table];
  const row = applyPatch<T>(table, rows.get(id), { id, fields });
  rows.set(id, row);
  return row;
}

/**
 * Reverses a diff (product U1, U2).
 *
 * Sets only fields that still have the value the diff gave them. Fields that another device or tab changed since are left
 * alone. An added row is only marked as deleted, so that its name is still suggested.
 * @returns the reverse, whose own reverse is the redo; empty if nothing is left to reverse
 */
export function reverseDiff(list: RowTables, diff: Diff): Diff {
  const isKept = diff.every(setsOnlyRanks) ? isStart : isLoader;
  return toDiff(diff.map((row) => reverseRow(list, row, isKept)));
}

function reverseRow<T extends TableName>(
  list: RowTables,
  { table, id, before, after }: RowDiff<T>,
  isKept: IsKept,
): RowDiff<T> | null {
  const rows: Rows<Tables[T]> = list[table];
  const current: Row<Tables[T]> | undefined = rows.get(id);
  if (current === undefined) return null;
  const unchanged = fieldNames(before).filter(
    (name) =>
      !isKept({ table, name, set: fieldOf(after, name) }) && isSameValue(fieldOf(current, name), fieldOf(after, name)),
  );
  return setFields(table, current, pickFields(before, unchanged));
}

/** Whether Undo keeps the values that a diff has set. */
type IsKept = (field: { readonly table: TableName; readonly name: string; readonly set: unknown }) => boolean;

/** Keeps who loaded a saved list: undoing the load must not notify the other members again (product S5). */
const isLoader: IsKept = ({ table, name }) => table === 'listRow' && name === 'loaded';

/**
 * Keeps where categories stood before a move: a category that someone else has moved since needs them to keep its place among
 * the others (product O1).
 */
const isStart: IsKept = ({ name, set }) => isStartField(name) && set !== null;

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
