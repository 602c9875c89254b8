/** What undo reverts of a change, and what it keeps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemory } from '#core/memory/memory.ts';
import { arbitraryContents, arbitrarySteps, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { change, categoryRow, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { toContents } from '#core/list/contents.ts';
import { diffToPatches, rowDiffsOf, type Diff } from './diff.ts';
import { reverseDiff } from './reverse-diff.ts';

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
