/** Computes the visible rows: the base with the patches of the outbox applied (architecture section 3). */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { applyPatch } from '#core/diff/apply-patch.ts';
import { changedRows, changeRow, pickFields } from '#core/diff/row-diff.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/contents.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';

export type IdsByTable = Readonly<Record<TableName, ReadonlySet<string>>>;

/** The ids that patches or rows touch, by table. */
export function touchedIds(patches: readonly Patch[], rows: Contents): IdsByTable {
  const touched = (table: TableName) =>
    new Set([
      ...rows[table].map(({ id }) => id),
      ...patches.filter((patch) => patch.table === table).map(({ id }) => id),
    ]);
  return {
    items: touched('items'),
    categories: touched('categories'),
    savedLists: touched('savedLists'),
    profile: touched('profile'),
  };
}

/** Some rows of the base, with patches applied. */
export function applyPatches(base: RowTables, patches: readonly Patch[], ids: IdsByTable): RowTables {
  const rowsOf = <T extends TableName>(table: T): Rows<Tables[T]> => {
    const rows: Rows<Tables[T]> = base[table];
    const patched = new Map<string, Row<Tables[T]>>();
    for (const id of ids[table]) {
      const row = rows.get(id);
      if (row) patched.set(id, row);
    }
    for (const patch of patches) {
      if (!isOfTable(patch, table) || !ids[table].has(patch.id)) continue;
      patched.set(patch.id, applyPatch<T>(table, patched.get(patch.id), patch));
    }
    return patched;
  };
  return {
    items: rowsOf('items'),
    categories: rowsOf('categories'),
    savedLists: rowsOf('savedLists'),
    profile: rowsOf('profile'),
  };
}

/**
 * The diff from the rows on screen to their next state.
 * @param ids the rows to compare. A row that is on screen but not in the next state was rejected before any other device
 *   had it
 */
export function diffViews(shown: RowTables, next: RowTables, ids: IdsByTable): Diff {
  const rowsOf = <T extends TableName>(table: T) => {
    const before: Rows<Tables[T]> = shown[table];
    const after: Rows<Tables[T]> = next[table];
    return changedRows(
      [...ids[table]].map((id) => {
        const row = before.get(id);
        // Blank and deleted: adding it again brings the whole row.
        const gone = row && applyPatch<T>(table, undefined, { id, fields: pickFields({ deleted: true }, ['deleted']) });
        const wanted = after.get(id) ?? gone;
        return wanted ? changeRow(row, wanted) : null;
      }),
    );
  };
  return {
    items: rowsOf('items'),
    categories: rowsOf('categories'),
    savedLists: rowsOf('savedLists'),
    profile: rowsOf('profile'),
  };
}

const isOfTable = <T extends TableName>(patch: Patch, table: T): patch is Patch & Patch<T> => patch.table === table;
