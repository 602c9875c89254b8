/** Computes the visible rows: the base with the patches of the outbox applied (architecture section 3). */
import {
  applyPatch,
  changeRow,
  type Diff,
  type Patch,
  patchRow,
  pickFields,
  type RowDiff,
  toDiff,
} from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { createRowMaps, type Contents } from '#core/list/contents.ts';
import { byTable, TABLES, type Row, type Rows, type TableName, type Tables } from '#core/list/row.ts';

export type IdsByTable = Readonly<Record<TableName, ReadonlySet<string>>>;

/** The ids that patches, or diffs of rows, and rows touch, by table. */
export function touchedIds(patches: readonly Pick<Patch, 'table' | 'id'>[], rows: Contents): IdsByTable {
  const ids = byTable((table) => new Set(rows[table].map(({ id }) => id)));
  for (const { table, id } of patches) ids[table].add(id);
  return ids;
}

/** Some rows of the base, with patches applied. */
export function applyPatches(base: RowTables, patches: readonly Patch[], ids: IdsByTable): RowTables {
  const maps = createRowMaps();
  for (const table of TABLES) {
    const copies: Map<string, Row<Tables[TableName]>> = maps[table];
    for (const id of ids[table]) {
      const row = base[table].get(id);
      if (row) copies.set(id, row);
    }
  }
  for (const patch of patches) if (ids[patch.table].has(patch.id)) patchRow(maps, patch);
  return maps;
}

/**
 * The diff from the rows on screen to their next state.
 * @param ids the rows to compare. A row that is on screen but not in the next state was rejected before any other device
 *   had it
 */
export function diffViews(shown: RowTables, next: RowTables, ids: IdsByTable): Diff {
  const diffRow = <T extends TableName>(table: T, id: string): RowDiff<T> | null => {
    const before: Rows<Tables[T]> = shown[table];
    const after: Rows<Tables[T]> = next[table];
    const row = before.get(id);
    // Blank and deleted: adding it again brings the whole row.
    const gone = row && applyPatch<T>(table, undefined, { id, fields: pickFields({ deleted: true }, ['deleted']) });
    const wanted = after.get(id) ?? gone;
    return wanted ? changeRow(table, row, wanted) : null;
  };
  return toDiff(TABLES.flatMap((table) => [...ids[table]].map((id) => diffRow(table, id))));
}
