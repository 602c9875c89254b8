/** Rows and patches field by field, so that a test can check each value. */
import { type Diff, diffToPatches, isSameValue, type Patch, rowKey } from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { TABLES } from '#core/list/row.ts';

/** Field values by table, id and name. */
export type Fields = Map<string, unknown>;

/** The fields that patches set, with the last value of each. */
export function fieldsOf(patches: readonly Patch[]): Fields {
  const fields: Fields = new Map();
  for (const patch of patches) {
    for (const [name, value] of Object.entries(patch.fields)) fields.set(`${rowKey(patch)}/${name}`, value);
  }
  return fields;
}

/** The fields that a diff sets. */
export const diffFields = (diff: Diff): Fields => fieldsOf(diffToPatches(diff));

/** The visible fields. */
export function viewFields(view: RowTables): Fields {
  const fields: Fields = new Map();
  for (const table of TABLES) {
    for (const row of view[table].values()) {
      for (const [name, value] of Object.entries<unknown>({ ...row })) fields.set(`${table}/${row.id}/${name}`, value);
    }
  }
  return fields;
}

/** Checks that no pending edit is hidden (product Y5). */
export function expectPendingShown(patches: readonly Patch[], shown: Fields): void {
  for (const [field, value] of fieldsOf(patches)) {
    expectThat(isSameValue(shown.get(field) ?? null, value), `A pending edit is hidden: ${field}`);
  }
}

/** Throws an error that names the broken guarantee. */
export function expectThat(isTrue: boolean, broken: string): void {
  if (!isTrue) throw new Error(broken);
}
