/** The list in memory and its indexes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryContents, arbitrarySteps, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { toContents } from '#core/list/contents.ts';
import { FIRST_LIST_NAME, isCategoryVisible, listName, liveRow, type List } from '#core/list/list.ts';
import { createMemory } from './memory.ts';

const idsByCategory = (list: List) =>
  Object.fromEntries(
    [...list.itemIdsByCategory]
      .filter(([, ids]) => ids.size > 0)
      .map(([category, ids]): [string, readonly string[]] => [category, [...ids].toSorted()]),
  );

const named = (list: List) =>
  [...list.items.values()].map(({ category, name }) => list.itemNamed(category, name)?.id ?? null);

describe('the indexes', () => {
  test('[L9] after any changes and remote writes, they equal newly built indexes', () => {
    fc.assert(
      fc.property(arbitraryContents, arbitrarySteps, fc.boolean(), (contents, made, isAskedEarly) => {
        const { list, apply } = createMemory(contents);
        if (isAskedEarly) list.itemNamed('', '');
        for (const step of made) {
          apply(stepDiff(list, step));
          const fresh = createMemory(toContents(list)).list;
          expect(idsByCategory(list)).toEqual(idsByCategory(fresh));
          expect(named(list)).toEqual(named(fresh));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('[L9] an item is found by its name in any case, in its category only, and only while it is live', () => {
    const { list } = memoryOf({
      items: [itemRow('1', { name: 'Oat Milk' }), itemRow('2', { name: 'Eggs', deleted: true })],
    });
    expect(list.itemNamed('dairy', 'oat  milk')?.id).toBe('1');
    expect(list.itemNamed('deli', 'Oat Milk')).toBeUndefined();
    expect(list.itemNamed('dairy', 'Eggs')).toBeUndefined();
  });

  test('[L9] if two devices added the same name independently, every device finds the same item', () => {
    const rows = [itemRow('2', { name: 'Milk' }), itemRow('1', { name: 'milk' })];
    expect(memoryOf({ items: rows }).list.itemNamed('dairy', 'Milk')?.id).toBe('1');
    expect(memoryOf({ items: rows.toReversed() }).list.itemNamed('dairy', 'Milk')?.id).toBe('1');
  });
});

describe('reading a list', () => {
  test('[L12] the list name is My List until it is set', () => {
    expect(FIRST_LIST_NAME).toBe('My List');
    expect(listName(memoryOf({}).list)).toBe('My List');
    expect(listName(memoryOf({ listRow: [{ id: 'profile', listName: 'Party', deleted: false }] }).list)).toBe('Party');
  });

  test('[Y2] a deleted row stays in memory but is not live', () => {
    const { list } = memoryOf({ items: [itemRow('1', { deleted: true })] });
    expect(list.items.has('1')).toBe(true);
    expect(liveRow(list.items, '1')).toBeUndefined();
  });

  test('[Y3] a category is visible only if it is in the list or has a live item', () => {
    const { list } = memoryOf({
      items: [
        itemRow('1', { category: 'deleted' }),
        itemRow('2', { category: 'out' }),
        itemRow('3', { category: 'new' }),
      ],
      categories: [
        categoryRow('in'),
        categoryRow('out', { inList: false }),
        categoryRow('deleted', { deleted: true }),
        categoryRow('hidden', { inList: false }),
        categoryRow('gone', { deleted: true }),
      ],
    });
    const visible = ['in', 'out', 'deleted', 'new', 'hidden', 'gone'].filter((id) => isCategoryVisible(list, id));
    expect(visible).toEqual(['in', 'out', 'deleted', 'new']);
  });

  test('[Y1] a row that another device sends in parts starts from the database’s defaults', () => {
    const memory = memoryOf({});
    memory.apply([
      { table: 'categories', id: 'c', before: { deleted: true }, after: { name: 'Dairy' } },
      { table: 'items', id: '1', before: { deleted: true }, after: { name: 'Milk' } },
    ]);
    expect(memory.list.items.get('1')).toEqual({ id: '1', name: 'Milk', category: '', checked: false, deleted: false });
    expect(memory.list.categories.get('c')).toEqual(categoryRow('c', { name: 'Dairy' }));
    memory.apply([{ table: 'savedLists', id: 's', before: { deleted: true }, after: { name: 'Week' } }]);
    expect(memory.list.savedLists.get('s')).toEqual({
      id: 's',
      name: 'Week',
      items: [],
      createdAt: '',
      deleted: false,
    });
  });

  test('an empty diff leaves every row unchanged', () => {
    const memory = memoryOf({ items: [itemRow('1')] });
    const before = memory.list.items.get('1');
    memory.apply([]);
    expect(memory.list.items.get('1')).toBe(before);
  });
});
