/** The diff of a single row. */
import { describe, expect, test } from 'vitest';
import { itemRow, savedListRow, change, categoryRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { changeRow, isSameValue, removeRow, setFields, setRow, reverseDiff } from './row-diff.ts';
import { createMemory } from '#core/memory/memory.ts';
import { arbitraryContents, arbitrarySteps, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { toContents } from '#core/list/contents.ts';
import { diffToPatches, rowDiffsOf, type Diff } from './diff.ts';

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

import fc from 'fast-check';

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
