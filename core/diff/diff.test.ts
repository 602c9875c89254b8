/** Diffs of single rows and of random changes, and their patches for the outbox. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyChange } from '#core/change/apply-change.ts';
import type { List, RowTables } from '#core/list/list.ts';
import { createMemory } from '#core/memory/memory.ts';
import type { Rows, TableName, Tables } from '#core/list/row.ts';
import { arbitraryContents, arbitrarySteps, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import {
  applyPatch,
  changeRow,
  countPatchedRows,
  type Diff,
  diffToPatches,
  fieldOf,
  isSameValue,
  type Patch,
  removeRow,
  reverseDiff,
  type RowDiff,
  rowDiffsOf,
  rowKey,
  setFields,
  setRow,
  toDiff,
} from './diff.ts';
import { toContents } from '#core/list/contents.ts';

describe('the diff of a row', () => {
  const row = itemRow('1', { name: 'Milk' });

  test('[Y2] a new row was deleted before and has all its fields after', () => {
    const { deleted: _, ...item } = row;
    expect(setRow('items', undefined, item)).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: true },
      after: { name: 'Milk', category: 'dairy', checked: false, deleted: false },
    });
  });

  test('[Y2] deleting sets the tombstone and nothing else', () => {
    expect(removeRow('items', row)).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: false },
      after: { deleted: true },
    });
    expect(removeRow('items', { ...row, deleted: true })).toBeNull();
    expect(removeRow('items', undefined)).toBeNull();
  });

  test('[H12] deleting empties the details of an item and the items of a saved list, and undo sets them again', () => {
    expect(removeRow('items', itemRow('1', { name: 'Milk', amount: 2, note: 'ripe' }))).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: false, amount: 2, note: 'ripe' },
      after: { deleted: true, amount: null, note: null },
    });
    const items = [{ id: '1', name: 'Milk', category: 'dairy', checked: false }];
    expect(removeRow('savedLists', savedListRow('s', { items }))).toEqual({
      table: 'savedLists',
      id: 's',
      before: { deleted: false, items },
      after: { deleted: true, items: [] },
    });
    expect(removeRow('items', itemRow('1', { note: 'ripe', deleted: true }))).toBeNull();
  });

  test('[Y2] a deleted row is restored by the fields that differ', () => {
    const item = { id: '1', name: 'Milk', category: 'dairy', checked: true };
    expect(setRow('items', { ...row, deleted: true }, item)).toEqual({
      table: 'items',
      id: '1',
      before: { checked: false, deleted: true },
      after: { checked: true, deleted: false },
    });
  });

  test('[Y1] setting the same values is no change', () => {
    expect(setFields('items', row, { name: 'Milk', checked: false })).toBeNull();
    expect(changeRow('items', row, { ...row })).toBeNull();
    const saved = savedListRow('s', { items: [{ id: '1', name: 'Milk', category: 'dairy', checked: false }] });
    expect(changeRow('savedLists', saved, structuredClone(saved))).toBeNull();
    expect(changeRow('savedLists', saved, { ...saved, items: [] })).not.toBeNull();
  });

  test('[Y1] saved items are compared field by field, in any order of fields', () => {
    const item = { id: '1', name: 'Milk', category: 'dairy', checked: false };
    const others = [
      { ...item, id: '2' },
      { ...item, name: 'Tea' },
      { ...item, category: 'deli' },
      { ...item, checked: true },
    ];
    expect(others.filter((other) => isSameValue([item], [other]))).toEqual([]);
    expect(isSameValue([item], [{ checked: false, category: 'dairy', name: 'Milk', id: '1' }])).toBe(true);
    expect(isSameValue([item], [])).toBe(false);
  });
});

test('[U1] reversing a change at once restores every live row; reversing it again redoes it', () => {
  fc.assert(
    fc.property(arbitraryContents, arbitrarySteps, (contents, steps) => {
      const { list, apply } = createMemory(contents);
      for (const step of steps) {
        const before = readLive(list);
        const copy = createMemory(toContents(list));
        const diff = stepDiff(list, step);
        apply(diff);
        if (!('type' in step)) continue;
        copy.apply(diff);
        const reverse = reverseDiff(copy.list, diff);
        copy.apply(reverse);
        expect(readLive(copy.list)).toEqual(before);
        copy.apply(reverseDiff(copy.list, reverse));
        expect(readLive(copy.list)).toEqual(readLive(list));
      }
    }),
    { numRuns: 60 },
  );
});

describe('reversing', () => {
  const contents = { items: [itemRow('milk', { name: 'Milk' })], categories: [categoryRow('dairy')] };

  test('[U1] only fields that still have my value are reverted: another device’s rename survives the undo of my tick', () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'check-item', id: 'milk', checked: true });
    change(memory, { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
    const reverse = reverseDiff(memory.list, mine);
    expect(reverse).toEqual([{ table: 'items', id: 'milk', before: { checked: true }, after: { checked: false } }]);
  });

  test('[U1] a value that another device replaced is not reverted, and nothing is left', () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'check-item', id: 'milk', checked: true });
    change(memory, { type: 'check-item', id: 'milk', checked: false });
    expect(reverseDiff(memory.list, mine)).toEqual([]);
  });

  test('[U2] an added item is only marked as deleted, so that its name is still known', () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'add-item', id: 'eggs', name: 'Eggs', category: 'dairy' });
    const reverse = reverseDiff(memory.list, mine);
    expect(diffToPatches(reverse)).toEqual([{ table: 'items', id: 'eggs', fields: { deleted: true } }]);
    memory.apply(reverse);
    expect(memory.list.items.get('eggs')).toMatchObject({ name: 'Eggs', deleted: true });
  });

  test('[U2] undoing the deletion of a category restores it and its items', () => {
    const memory = memoryOf({ ...contents, items: [...contents.items, itemRow('old', { deleted: true })] });
    const before = readLive(memory.list);
    const mine = change(memory, { type: 'delete-categories', ids: ['dairy'] });
    expect(readLive(memory.list)).toMatchObject({ items: [], categories: [] });
    memory.apply(reverseDiff(memory.list, mine));
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[U2] a step covers items, categories in the list and the list name together', () => {
    const memory = memoryOf(contents);
    const before = readLive(memory.list);
    const mine = change(memory, { type: 'create-empty-list' });
    expect(mine.map(({ table }) => table)).toEqual(['categories', 'items', 'listRow']);
    memory.apply(reverseDiff(memory.list, mine));
    expect(readLive(memory.list)).toEqual(before);
    expect(before.listName).toBe('My List');
  });

  test('[U2] undoing the first name of a list only sets the name: the list’s own row is never deleted', () => {
    const memory = memoryOf({});
    const mine = change(memory, { type: 'create-empty-list' });
    memory.apply(reverseDiff(memory.list, mine));
    expect(memory.list.listRow.get('profile')).toEqual({ id: 'profile', listName: 'My List', deleted: false });
  });

  test('[U1] saved items that the database returns with another order of fields can still be reverted', () => {
    const memory = memoryOf({ ...contents, savedLists: [savedListRow('s', { items: [] })] });
    const mine = change(memory, { type: 'save-over-list', id: 's', createdAt: 'later' });
    const items = [{ checked: false, id: 'milk', name: 'Milk', category: 'dairy' }];
    memory.apply([{ table: 'savedLists', id: 's', before: {}, after: { items } }]);
    expect(rowDiffsOf(reverseDiff(memory.list, mine), 'savedLists')[0]?.after.items).toEqual([]);
  });

  test('[U1] a missing row is left alone', () => {
    const mine: Diff = [{ table: 'items', id: 'x', before: { checked: false }, after: { checked: true } }];
    expect(reverseDiff(memoryOf({}).list, mine)).toEqual([]);
  });
});

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
