/** Applies a patch to a row. The list on screen is the base with the patches of the outbox applied (architecture section 3). */
import { toItemFields } from '#core/list/item-fields.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { RowMaps } from '#core/list/contents.ts';
import type { Fields, Patch } from './diff.ts';
import { optionalFields } from './row-diff.ts';

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
