/** Saving lists and deleting saved ones. */
import { describe, expect, test } from 'vitest';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { listName } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';
import {
  listsToDrop,
  savedListNamed,
  savedListsByTime,
  SAVED_LISTS_LIMIT,
  workingItems,
} from './change-saved-lists.ts';

const lists = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    savedListRow(`s${at}`, { name: `List ${at}`, createdAt: `2026-11-0${at % 10}T00:00:00.000Z` }),
  );

const start = (count = 2) =>
  memoryOf({
    items: [itemRow('milk', { checked: true }), itemRow('eggs'), itemRow('old', { deleted: true })],
    categories: [categoryRow('dairy')],
    savedLists: lists(count),
  });

const saveAs = (name: string) =>
  ({ type: 'save-list-as', id: 'new', name, createdAt: '2026-11-21T00:00:00.000Z' }) as const;

describe('saving as new', () => {
  test('[spec-4] saves the working items with their ticks and the time', () => {
    const memory = start();
    change(memory, saveAs(' Party '));
    expect(memory.list.savedLists.get('new')).toEqual({
      id: 'new',
      name: 'Party',
      items: [
        { id: 'milk', name: 'milk', category: 'dairy', checked: true },
        { id: 'eggs', name: 'eggs', category: 'dairy', checked: false },
      ],
      createdAt: '2026-11-21T00:00:00.000Z',
      deleted: false,
    });
    expect(readLive(memory.list).savedLists).toHaveLength(3);
  });

  test.each(['My List', 'New List'])(
    '[S4] names the list that is still called %j, if it has no other member',
    (first) => {
      const memory = start();
      if (first === 'New List') change(memory, { type: 'create-empty-list' });
      expect(listName(memory.list)).toBe(first);
      change(memory, saveAs('Template'));
      expect(listName(memory.list)).toBe(first);
      change(memory, { ...saveAs('Party'), mayNameList: true });
      expect(listName(memory.list)).toBe('Party');
    },
  );

  test('[S4] never renames a list that has a name', () => {
    const memory = start();
    change(memory, { type: 'rename-list', name: 'Groceries' });
    change(memory, { ...saveAs('BBQ template'), mayNameList: true });
    change(memory, { type: 'save-over-list', id: 's1', createdAt: 'now', mayNameList: true });
    expect(listName(memory.list)).toBe('Groceries');
  });

  test('[spec-5] needs a non-blank name', () => {
    expect(applyChange(start().list, saveAs('  '))).toEqual({ ok: false, failure: { type: 'blank-name' } });
    expect(applyChange(start().list, saveAs('x'.repeat(201)))).toMatchObject({ failure: { type: 'long-name' } });
  });

  test('[spec-9] with 10 saved lists, the oldest is dropped and 10 remain', () => {
    const memory = start(10);
    change(memory, saveAs('Party'));
    const left = readLive(memory.list).savedLists.map(({ id }) => id);
    expect(SAVED_LISTS_LIMIT).toBe(10);
    expect(left).toHaveLength(10);
    expect(left).not.toContain('s0');
    expect(left).toContain('new');
  });

  test('[S1] the list that an eleventh will drop is known beforehand, and exactly that one is dropped', () => {
    const memory = start(10);
    const named = listsToDrop(memory.list).map(({ id }) => id);
    expect(named).toEqual(['s0']);
    const diff = change(memory, saveAs('Party'));
    expect(
      rowDiffsOf(diff, 'savedLists')
        .filter(({ after }) => after.deleted)
        .map(({ id }) => id),
    ).toEqual(named);
  });

  test('[S1] with more than ten lists, all that the next save deletes are known, oldest first', () => {
    const days = Array.from({ length: 12 }, (_, at) => at + 10);
    const memory = memoryOf({
      savedLists: days.map((day) => savedListRow(`s${day}`, { createdAt: `2026-10-${day}` })),
    });
    const named = listsToDrop(memory.list).map(({ id }) => id);
    expect(named).toEqual(['s10', 's11', 's12']);
    change(memory, saveAs('Party'));
    expect(readLive(memory.list).savedLists).toHaveLength(10);
  });

  test('[S1] none is dropped while there is room', () => {
    const memory = start(9);
    expect(listsToDrop(memory.list)).toEqual([]);
    change(memory, saveAs('Party'));
    expect(readLive(memory.list).savedLists).toHaveLength(10);
  });

  test('[spec-9] if two devices saved more than ten, the oldest are dropped until ten remain', () => {
    const memory = memoryOf({
      savedLists: Array.from({ length: 14 }, (_, at) =>
        savedListRow(`s${at + 10}`, { createdAt: `2026-10-${at + 10}` }),
      ),
    });
    change(memory, saveAs('Party'));
    expect(readLive(memory.list).savedLists.map(({ id }) => id)).toEqual([
      'new',
      's15',
      's16',
      's17',
      's18',
      's19',
      's20',
      's21',
      's22',
      's23',
    ]);
  });

  test('[S3] a second list of the same name can be saved as new, and both are kept', () => {
    const memory = start();
    change(memory, saveAs('List 1'));
    expect(readLive(memory.list).savedLists.map(({ name }) => name)).toEqual(['List 1', 'List 0', 'List 1']);
  });
});

describe('finding saved lists', () => {
  test('[S3] a name is found in any case, a deleted list is not', () => {
    const { list } = memoryOf({
      savedLists: [savedListRow('1', { name: 'Week' }), savedListRow('2', { name: 'Party', deleted: true })],
    });
    expect(savedListNamed(list, ' WEEK')?.id).toBe('1');
    expect(savedListNamed(list, 'Party')).toBeNull();
  });

  test('[spec-4] the latest comes first, and lists of the same time have the same order on every device', () => {
    const same = { createdAt: '2026-11-21T00:00:00.000Z' };
    const rows = [savedListRow('a', same), savedListRow('b', same), savedListRow('c', { createdAt: '2027' })];
    const idsOf = (savedLists: typeof rows) => savedListsByTime(memoryOf({ savedLists }).list).map(({ id }) => id);
    expect(idsOf(rows)).toEqual(['c', 'b', 'a']);
    expect(idsOf(rows.toReversed())).toEqual(['c', 'b', 'a']);
  });

  test('[spec-3] a saved item has the fields of the spec and no others', () => {
    expect(workingItems(start().list)[0]).toEqual({ id: 'milk', name: 'milk', category: 'dairy', checked: true });
  });
});

describe('saving over a list', () => {
  const saveOver = (id: string, mayNameList: boolean) =>
    ({ type: 'save-over-list', id, createdAt: '2026-11-21T00:00:00.000Z', mayNameList }) as const;

  test('[spec-4] overwrites its items and timestamp, and keeps its name', () => {
    const memory = start();
    change(memory, saveOver('s1', false));
    expect(memory.list.savedLists.get('s1')).toMatchObject({
      name: 'List 1',
      items: [{ id: 'milk' }, { id: 'eggs' }],
      createdAt: '2026-11-21T00:00:00.000Z',
    });
    expect(listName(memory.list)).toBe('My List');
  });

  test("[S4] the working list with a default name takes the saved list's name if requested", () => {
    const memory = start();
    change(memory, saveOver('s1', true));
    expect(listName(memory.list)).toBe('List 1');
  });

  test('[spec-5] needs an existing list', () => {
    expect(applyChange(start().list, saveOver('never', false))).toEqual({ ok: false, failure: { type: 'gone' } });
  });
});

describe('[S6] renaming a saved list', () => {
  const rename = (name: string, id = 's1') => ({ type: 'rename-saved-list', id, name }) as const;

  test('changes its name only', () => {
    const memory = start();
    const before = memory.list.savedLists.get('s1');
    change(memory, rename('  BBQ  party '));
    expect(memory.list.savedLists.get('s1')).toEqual({ ...before, name: 'BBQ party' });
    change(memory, rename('bbq party'));
    expect(memory.list.savedLists.get('s1')?.name).toBe('bbq party');
    expect(listName(memory.list)).toBe('My List');
  });

  test('is refused without a name, with that of another saved list, and after it was deleted', () => {
    const { list } = start();
    expect(applyChange(list, rename(' '))).toMatchObject({ failure: { type: 'blank-name' } });
    expect(applyChange(list, rename('LIST 0'))).toMatchObject({ failure: { type: 'saved-list-exists' } });
    expect(applyChange(list, rename('x', 'never'))).toMatchObject({ failure: { type: 'gone' } });
  });
});

describe('deleting a saved list', () => {
  test('[spec-2] removes it and leaves the working list unchanged', () => {
    const memory = start();
    const diff = change(memory, { type: 'delete-saved-list', id: 's1' });
    expect(readLive(memory.list).savedLists.map(({ id }) => id)).toEqual(['s0']);
    expect(diff.every(({ table }) => table === 'savedLists')).toBe(true);
    expect(applyChange(memory.list, { type: 'delete-saved-list', id: 's1' })).toMatchObject({
      failure: { type: 'gone' },
    });
  });
});

test('[Q6] a saved list has the amounts and notes of its items; loading it restores them and removes later ones', () => {
  const details = { amount: 2, unit: 'l', note: 'fresh' };
  const memory = memoryOf({ items: [itemRow('milk', details), itemRow('eggs')], categories: [categoryRow('dairy')] });
  change(memory, { type: 'save-list-as', id: 's', name: 'Week', createdAt: '2026-11-21T00:00:00.000Z' });
  change(memory, { type: 'edit-item', id: 'milk', name: 'milk', category: 'dairy', amount: 3, note: null });
  change(memory, { type: 'edit-item', id: 'eggs', name: 'eggs', category: 'dairy', amount: 12 });
  change(memory, { type: 'load-saved-list', id: 's' });
  expect(readLive(memory.list).items).toEqual([itemRow('eggs'), itemRow('milk', details)]);
});
