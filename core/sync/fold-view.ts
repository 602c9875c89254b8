/** What the shopper sees of some rows: `view = fold(outbox, base)` (architecture section 3). */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import { changedRows, changeRow, pickFields } from '#core/diff/row-diff.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';

export type IdsByTable = Readonly<Record<TableName, ReadonlySet<string>>>;

/** The rows that patches and other rows touch. */
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

/** These rows of the base with the patches over them. */
export function foldView(base: RowTables, patches: readonly Patch[], ids: IdsByTable): RowTables {
  const rowsOf = <T extends TableName>(table: T): Rows<Tables[T]> => {
    const rows: Rows<Tables[T]> = base[table];
    const folded = new Map<string, Row<Tables[T]>>();
    for (const id of ids[table]) {
      const row = rows.get(id);
      if (row) folded.set(id, row);
    }
    for (const patch of patches) {
      if (!isOfTable(patch, table) || !ids[table].has(patch.id)) continue;
      folded.set(patch.id, foldRow<T>(table, folded.get(patch.id), patch));
    }
    return folded;
  };
  return {
    items: rowsOf('items'),
    categories: rowsOf('categories'),
    savedLists: rowsOf('savedLists'),
    profile: rowsOf('profile'),
  };
}

/**
 * What changes on a screen that shows one state when it is to show these rows of another.
 * @param ids the rows to look at: one that is shown and not in the next state was refused before anybody else had it
 */
export function diffViews(shown: RowTables, next: RowTables, ids: IdsByTable): Diff {
  const rowsOf = <T extends TableName>(table: T) => {
    const before: Rows<Tables[T]> = shown[table];
    const after: Rows<Tables[T]> = next[table];
    return changedRows(
      [...ids[table]].map((id) => {
        const row = before.get(id);
        // Blank and deleted: whoever adds it again brings it whole.
        const gone = row && foldRow<T>(table, undefined, { id, fields: pickFields({ deleted: true }, ['deleted']) });
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
