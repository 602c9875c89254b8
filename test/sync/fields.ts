/** Rows and patches field by field, so that a test can say of each what it should be. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { isSameValue } from '#core/diff/row-diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { rowKey } from '#core/sync/row-key.ts';

/** By table, id and name, the values of fields. */
export type Fields = Map<string, unknown>;

/** What patches set, the last of each field. */
export function fieldsOf(patches: readonly Patch[]): Fields {
  const fields: Fields = new Map();
  for (const patch of patches) {
    for (const [name, value] of Object.entries(patch.fields)) fields.set(`${rowKey(patch)}/${name}`, value);
  }
  return fields;
}

/** What a diff sets. */
export const diffFields = (diff: Diff): Fields => fieldsOf(toPatches(diff));

const toPatches = (diff: Diff): readonly Patch[] => [
  ...diff.items.map(({ id, after }): Patch => ({ table: 'items', id, fields: after })),
  ...diff.categories.map(({ id, after }): Patch => ({ table: 'categories', id, fields: after })),
];

/** What a view shows. */
export function viewFields({ items, categories }: Pick<RowTables, 'items' | 'categories'>): Fields {
  const fields: Fields = new Map();
  for (const row of items.values()) {
    for (const [name, value] of Object.entries(row)) fields.set(`items/${row.id}/${name}`, value);
  }
  for (const row of categories.values()) {
    for (const [name, value] of Object.entries(row)) fields.set(`categories/${row.id}/${name}`, value);
  }
  return fields;
}

/** A pending edit is never hidden (product Y5). */
export function expectPendingShown(patches: readonly Patch[], shown: Fields): void {
  for (const [field, value] of fieldsOf(patches)) {
    expectThat(isSameValue(shown.get(field), value), `A pending edit is hidden: ${field}`);
  }
}

/** Says which promise was broken. */
export function expectThat(isTrue: boolean, broken: string): void {
  if (!isTrue) throw new Error(broken);
}
