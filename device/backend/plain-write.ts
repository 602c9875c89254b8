/** Patches made whole rows, for a backend that has no patches and no tombstones. */
import type { TableName } from '#core/list/row.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { WireRow } from './read-row.ts';
import { fieldsToWire, ownerOf } from './write-row.ts';

/** A row after its patch; `isGone` when somebody deleted it and the patch does not bring it back. */
export type MergedRow = { readonly row: WireRow; readonly isGone: boolean };

/** The columns of the spec (section 3), and what a new row has in them. */
const SPEC_ROWS: Readonly<Record<TableName, WireRow>> = {
  items: { name: '', category: '', checked: false },
  categories: { name: '', color: '' },
  savedLists: { name: '', items: [] },
  profile: {},
};

const SPEC_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  items: ['id', 'user_id', 'name', 'category', 'checked'],
  categories: ['id', 'user_id', 'name', 'color'],
  savedLists: ['id', 'user_id', 'name', 'items', 'created_at'],
  profile: ['id'],
};

/** Columns that are sent where the table has them. */
const FURTHER_COLUMNS = ['deleted', 'in_list', 'list_name', 'username', 'email'];

type Known = { readonly known: ReadonlyMap<string, WireRow>; readonly userId: string };

/** Lays the patches over the rows that are known. */
export const mergePatches = (group: PushGroup, { known, userId }: Known): readonly MergedRow[] =>
  group.patches.map(({ patch }) => {
    const owner = ownerOf(patch, userId);
    const before = known.get(String(owner['id']));
    const fields = fieldsToWire(patch);
    const isThere = before ? before['deleted'] !== true : patch.table === 'profile' || 'name' in fields;
    const isGone = !isThere && fields['deleted'] !== false;
    const row = { ...SPEC_ROWS[group.table], ...before, ...fields, ...owner };
    return { row: isGone ? { ...row, deleted: true } : row, isGone };
  });

/**
 * What is sent of them: whole rows, and the ids of those that are deleted.
 * @param columns of the table, as far as its rows tell; none when it has no rows
 */
export function toSend(
  table: TableName,
  merged: readonly MergedRow[],
  columns: ReadonlySet<string>,
): { readonly upserts: readonly WireRow[]; readonly deletes: readonly string[] } {
  const hasTombstones = columns.has('deleted');
  const rows = merged.filter(({ isGone }) => !isGone).map(({ row }) => row);
  const isSent = (column: string): boolean =>
    columns.size === 0
      ? SPEC_COLUMNS[table].includes(column)
      : columns.has(column) && [...SPEC_COLUMNS[table], ...FURTHER_COLUMNS].includes(column);
  const upserts = rows
    .filter((row) => hasTombstones || row['deleted'] !== true)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isSent(column))));
  return {
    // A profile without a column for the list's name has nothing to say.
    upserts: table === 'profile' && !columns.has('list_name') ? [] : upserts,
    deletes: hasTombstones ? [] : rows.filter((row) => row['deleted'] === true).map((row) => String(row['id'])),
  };
}
