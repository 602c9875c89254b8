/** Diffs of random changes, and their patches for the outbox. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyChange } from '#core/change/apply-change.ts';
import type { List, RowTables } from '#core/list/list.ts';
import { createMemory } from '#core/memory/memory.ts';
import type { Rows, TableName, Tables } from '#core/list/row.ts';
import { arbitraryContents, arbitrarySteps, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { change, categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import {
  countPatchedRows,
  diffToPatches,
  rowDiffsOf,
  rowKey,
  toDiff,
  type Diff,
  type Patch,
  type RowDiff,
} from './diff.ts';
import { applyPatch, fieldOf, isSameValue } from './row-diff.ts';

/** Calls back for every step of random histories, before it is applied. */
const everyStep = (check: (diff: Diff, list: List, take: () => void) => void): void => {
  fc.assert(
    fc.property(arbitraryContents, arbitrarySteps, (contents, steps) => {
      const { list, apply } = createMemory(contents);
      for (const step of steps) {
        const diff = stepDiff(list, step);
        check(diff, list, () => apply(diff));
      }
    }),
    { numRuns: 60 },
  );
};

const patchedRow = <T extends TableName>(list: RowTables, patch: Patch<T>): unknown => {
  const rows: Rows<Tables[T]> = list[patch.table];
  return applyPatch<T>(patch.table, rows.get(patch.id), patch);
};

test('[Y1] the patches of a diff lead from the rows before to the rows after', () => {
  everyStep((diff, list, take) => {
    const patches = diffToPatches(diff);
    const patched = patches.map((patch) => patchedRow(list, patch));
    take();
    expect(patched).toEqual(patches.map(({ table, id }) => list[table].get(id)));
  });
});

test('[Y1] a diff names each row once', () => {
  everyStep((diff, _list, take) => {
    expect(new Set(diff.map(rowKey)).size).toBe(diff.length);
    take();
  });
});

test('[Y1] for an existing row, a diff has only the changed fields, with their values before and after', () => {
  everyStep((diff, list, take) => {
    for (const { table, id, before, after } of diff.filter((row) => list[row.table].has(row.id))) {
      // A row leaves out fields that are null.
      const row = list[table].get(id) ?? {};
      expect(Object.fromEntries(Object.keys(before).map((name) => [name, fieldOf(row, name)]))).toEqual(before);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(Object.keys(after)).not.toEqual([]);
      expect(
        Object.keys(after).filter((name) => isSameValue(Reflect.get(before, name), Reflect.get(after, name))),
      ).toEqual([]);
    }
    take();
  });
});

test('[Y4] the patches of a diff come table by table, categories before the items that need them', () => {
  const memory = memoryOf({ items: [itemRow('1')], categories: [categoryRow('dairy'), categoryRow('deli')] });
  const diff = change(memory, { type: 'save-list-as', id: 's', name: 'Week', createdAt: 'now' });
  const emptied = change(memory, { type: 'create-empty-list' });
  expect(diffToPatches(toDiff([...emptied, ...rowDiffsOf(diff, 'savedLists')])).map(({ table }) => table)).toEqual([
    'categories',
    'categories',
    'items',
    'savedLists',
    'listRow',
  ]);
});

test('[Y1] joining row diffs keeps the order of tables, the last diff of a row, and rows of one id in different tables', () => {
  const tick = (id: string, checked: boolean): RowDiff => ({ table: 'items', id, before: {}, after: { checked } });
  const named: RowDiff = { table: 'listRow', id: 'a', before: {}, after: { listName: 'Party' } };
  const hidden: RowDiff = { table: 'categories', id: 'a', before: {}, after: { inList: false } };
  const joined = toDiff([named, tick('a', true), null, tick('b', true), hidden, tick('a', false)]);
  expect(joined).toEqual([hidden, tick('a', false), tick('b', true), named]);
  expect(toDiff([null])).toEqual([]);
});

describe('the number of changed rows to tell people about', () => {
  const item = (id: string) => ({ table: 'items', id, fields: { checked: true } }) as const;
  const category = { table: 'categories', id: 'c', fields: { inList: true } } as const;

  it('counts each item once, and not the category that came with it', () => {
    expect(countPatchedRows([item('a'), category, item('a'), item('b')])).toBe(2);
  });

  it('counts other rows when no item changed', () => {
    expect(countPatchedRows([category, { table: 'listRow', id: 'p', fields: { listName: 'Weekly' } }])).toBe(2);
    expect(countPatchedRows([])).toBe(0);
  });

  it('[O1] counts a new order of categories once, although moving one sets the ranks of others', () => {
    const { list } = memoryOf({ categories: ['a', 'b', 'c', 'd'].map((id) => categoryRow(id)) });
    const moved = applyChange(list, { type: 'move-category', id: 'a', to: 2, shown: ['a', 'b', 'c', 'd'] });
    const patches = diffToPatches(moved.ok ? moved.value.diff : []);
    expect(patches.length).toBeGreaterThan(1);
    expect(countPatchedRows(patches)).toBe(1);
    expect(countPatchedRows([...patches, category])).toBe(2);
  });
});
