/** Changes of the whole list: its name, and an empty, default or saved list instead of it. */
import { describe, expect, test } from 'vitest';
import { reverseDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { listName, type List } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';

const inList = (list: List): readonly string[] =>
  readLive(list)
    .categories.filter((category) => category.inList)
    .map(({ id }) => id);

const start = () =>
  memoryOf({
    items: [itemRow('milk', { checked: true }), itemRow('eggs')],
    categories: [
      categoryRow('dairy', { color: '#3b82f6' }),
      categoryRow('deli', { name: 'Deli', inList: false }),
      categoryRow('meat', { name: 'Meat', deleted: true }),
    ],
    savedLists: [
      savedListRow('week', {
        name: 'Week',
        items: [
          { id: 'eggs', name: 'Eggs', category: 'deli', checked: true },
          { id: 'steak', name: 'Steak', category: 'meat', checked: false },
          { id: 'thing', name: 'Thing', category: 'lost', checked: true },
        ],
      }),
    ],
  });

describe('Create New Empty List', () => {
  test("[spec-4] leaves no items and no categories in the list, and the name becomes 'New List'", () => {
    const memory = start();
    change(memory, { type: 'create-empty-list' });
    expect(readLive(memory.list).items).toEqual([]);
    expect(inList(memory.list)).toEqual([]);
    expect(listName(memory.list)).toBe('New List');
  });

  test('[spec-3] keeps the categories known, and the saved lists', () => {
    const memory = start();
    change(memory, { type: 'create-empty-list' });
    expect(readLive(memory.list).categories.map(({ id }) => id)).toEqual(['dairy', 'deli']);
    expect(readLive(memory.list).savedLists).toHaveLength(1);
  });

  test('[S4] [S5] keeps the name of a shared list, and tells the other members', () => {
    const memory = start();
    change(memory, { type: 'rename-list', name: 'Groceries' });
    const emptied = change(memory, { type: 'create-empty-list', load: { id: 'load', name: 'Empty List' } });
    expect(readLive(memory.list).items).toEqual([]);
    expect(listName(memory.list)).toBe('Groceries');
    expect(rowDiffsOf(emptied, 'listRow').map(({ after }) => after)).toEqual([
      { loaded: { id: 'empty-list:load', name: 'Empty List' } },
    ]);
  });

  test('[U1] changes nothing if the list is already empty', () => {
    const memory = start();
    change(memory, { type: 'create-empty-list' });
    expect(change(memory, { type: 'create-empty-list' })).toEqual([]);
  });
});

describe('Restore Default List', () => {
  const catalogue = { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };

  test('[L1] replaces the list with the seed catalogue: 23 categories, about 130 items, all unchecked', () => {
    const memory = start();
    change(memory, { type: 'restore-default-list', catalogue });
    const { items } = readLive(memory.list);
    expect(inList(memory.list)).toHaveLength(23);
    expect(inList(memory.list)).not.toContain('dairy');
    expect(items.length).toBeGreaterThanOrEqual(125);
    expect(items.length).toBeLessThanOrEqual(135);
    expect(items.filter(({ id, checked }) => checked || id === 'milk')).toEqual([]);
    expect(listName(memory.list)).toBe('My List');
  });

  test('[S4] [S5] keeps any name of a shared list, and tells the other members', () => {
    const memory = start();
    change(memory, { type: 'rename-list', name: 'Week' });
    const restored = change(memory, {
      type: 'restore-default-list',
      catalogue,
      load: { id: 'load', name: 'Default List' },
    });
    expect(listName(memory.list)).toBe('Week');
    expect(rowDiffsOf(restored, 'listRow').map(({ after }) => after)).toEqual([
      { loaded: { id: 'default-list:load', name: 'Default List' } },
    ]);
  });

  test('[L1] restores a catalogue whose items were ticked, renamed and cleared', () => {
    const memory = memoryOf({});
    change(memory, { type: 'restore-default-list', catalogue });
    const before = readLive(memory.list);
    change(memory, { type: 'check-item', id: '1', checked: true });
    change(memory, { type: 'edit-item', id: '2', name: 'Plantains', category: '1' });
    change(memory, { type: 'clear-checked' });
    change(memory, { type: 'delete-categories', ids: ['3', '4'] });
    change(memory, { type: 'restore-default-list', catalogue });
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[L3] two devices that restore the default independently write the same rows', () => {
    const diffs = [start(), start()].map((memory) => change(memory, { type: 'restore-default-list', catalogue }));
    expect(diffs[0]).toEqual(diffs[1]);
  });
});

describe('Load', () => {
  const load = { type: 'load-saved-list', id: 'week' } as const;

  test('[spec-4] replaces the items and sets the list name', () => {
    const memory = start();
    change(memory, load);
    expect(readLive(memory.list).items.map(({ id }) => id)).toEqual(['eggs', 'steak', 'thing']);
    expect(listName(memory.list)).toBe('Week');
  });

  test('[S2] limits the categories to those its items use', () => {
    const memory = start();
    change(memory, load);
    expect(inList(memory.list)).toEqual(['deli', 'lost', 'meat']);
    expect(readLive(memory.list).categories.map(({ id }) => id)).toContain('dairy');
  });

  test('[S2] keeps ticks, names and categories as saved', () => {
    const memory = start();
    change(memory, load);
    expect(memory.list.items.get('eggs')).toEqual(itemRow('eggs', { name: 'Eggs', category: 'deli', checked: true }));
    expect(memory.list.items.get('steak')?.checked).toBe(false);
  });

  test("[S2] a deleted category is restored under its name, an unknown one as 'Other'", () => {
    const memory = start();
    change(memory, load);
    expect(memory.list.categories.get('meat')).toEqual(categoryRow('meat', { name: 'Meat' }));
    expect(memory.list.categories.get('lost')).toEqual(categoryRow('lost', { name: 'Other' }));
  });

  test('[S2] leaves the saved list itself unchanged', () => {
    expect(rowDiffsOf(change(start(), load), 'savedLists')).toEqual([]);
  });

  test("[S2] of two rows with one id in another program's list, one is loaded", () => {
    const twice = [
      { id: 'a', name: 'First', category: 'deli', checked: false },
      { id: 'a', name: 'Last', category: 'deli', checked: false },
    ];
    const memory = memoryOf({ savedLists: [savedListRow('week', { items: twice })] });
    expect(rowDiffsOf(change(memory, load), 'items').map(({ after }) => after.name)).toEqual(['Last']);
  });

  test('[spec-5] a deleted saved list cannot be loaded', () => {
    const memory = start();
    change(memory, { type: 'delete-saved-list', id: 'week' });
    expect(applyChange(memory.list, load)).toEqual({ ok: false, failure: { type: 'gone' } });
  });
});

describe('a saved list of another list', () => {
  const category = categoryRow('spices', { name: 'Spices', inList: true });
  const copy = {
    listName: 'BBQ',
    items: [{ id: 'salt', name: 'Salt', category: 'spices', checked: false }],
    categories: [{ id: 'spices', name: category.name, color: category.color, inList: true }],
  };

  test('[S6] is loaded with its categories and its name, in one step', () => {
    const memory = start();
    change(memory, { type: 'load-copy', copy });
    expect(readLive(memory.list).items.map(({ name }) => name)).toEqual(['Salt']);
    expect([inList(memory.list), listName(memory.list)]).toEqual([['spices'], 'BBQ']);
    expect(memory.list.listRow.get('profile')?.loaded).toBeUndefined();
  });

  test('[S5] loading into a shared list is recorded, and Undo restores the list but keeps the record', () => {
    const memory = start();
    const before = readLive(memory.list);
    const mine = change(memory, { type: 'load-saved-list', id: 'week', loadId: 'one' });
    expect(memory.list.listRow.get('profile')?.loaded).toEqual({ id: 'one', name: 'Week' });
    // The same list again: its name and items are as before, and the others are notified again.
    expect(rowDiffsOf(change(memory, { type: 'load-saved-list', id: 'week', loadId: 'two' }), 'listRow')).toHaveLength(
      1,
    );
    change(memory, { type: 'load-saved-list', id: 'week', loadId: 'one' });
    memory.apply(reverseDiff(memory.list, mine));
    expect(readLive(memory.list).items).toEqual(before.items);
    expect(listName(memory.list)).toBe(before.listName);
    expect(memory.list.listRow.get('profile')?.loaded).toEqual({ id: 'one', name: 'Week' });
  });
});

describe('Renaming the list', () => {
  test('[L12] the list gets a clean name, and nothing else changes', () => {
    const memory = memoryOf({});
    const diff = change(memory, { type: 'rename-list', name: ' Party  night ' });
    expect(listName(memory.list)).toBe('Party night');
    expect(diff).toEqual([
      { table: 'listRow', id: 'profile', before: { listName: 'My List' }, after: { listName: 'Party night' } },
    ]);
  });

  test('[L10] a blank or too long name is refused', () => {
    const { list } = memoryOf({});
    expect(applyChange(list, { type: 'rename-list', name: ' \n' })).toMatchObject({ failure: { type: 'blank-name' } });
    expect(applyChange(list, { type: 'rename-list', name: 'x'.repeat(201) })).toMatchObject({
      failure: { type: 'long-name' },
    });
  });

  test('[L12] the current name changes nothing', () => {
    expect(change(memoryOf({}), { type: 'rename-list', name: 'My List' })).toEqual([]);
  });
});
