/** Adding, editing and deleting categories. */
import { describe, expect, test } from 'vitest';
import { reverseDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { categoryRow, change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';

const start = () =>
  memoryOf({
    items: [itemRow('milk'), itemRow('ham', { category: 'gone' }), itemRow('rum', { category: 'bar', deleted: true })],
    categories: [
      categoryRow('dairy', { name: 'Dairy' }),
      categoryRow('deli', { name: 'Deli', color: '#f59e0b', inList: false }),
      categoryRow('gone', { name: 'Meat', deleted: true }),
      categoryRow('bar', { name: 'Bar', deleted: true }),
    ],
  });

const add = (name: string) => ({ type: 'add-category', id: 'new', name }) as const;

describe('adding a category', () => {
  test('[spec-5] adds it to the list under its cleaned name', () => {
    const memory = start();
    change(memory, add(' Pet  food '));
    expect(memory.list.categories.get('new')).toEqual(categoryRow('new', { name: 'Pet food' }));
  });

  test('[spec-5] needs a name that is not blank, of at most 200 characters', () => {
    expect(applyChange(start().list, add(' '))).toEqual({ ok: false, failure: { type: 'blank-name' } });
    expect(applyChange(start().list, add('x'.repeat(201)))).toMatchObject({ failure: { type: 'long-name' } });
  });

  test('[spec-3] adding a known category that is not in the list restores it unchanged, instead of a second one', () => {
    const memory = start();
    const diff = change(memory, add('DELI'));
    expect(rowDiffsOf(diff, 'categories')).toEqual([
      { table: 'categories', id: 'deli', before: { inList: false }, after: { inList: true } },
    ]);
  });

  test('[spec-5] one that is already in the list is refused, and the failure names it', () => {
    expect(applyChange(start().list, add('dairy'))).toEqual({
      ok: false,
      failure: { type: 'category-exists', id: 'dairy' },
    });
  });

  test('[Y3] one that only its items keep visible counts as in the list', () => {
    expect(applyChange(start().list, add('Meat'))).toMatchObject({ failure: { type: 'category-exists', id: 'gone' } });
  });

  test('[spec-5] if two devices created the same name, the visible category counts', () => {
    const categories = [categoryRow('1', { name: 'Deli', inList: false }), categoryRow('2', { name: 'Deli' })];
    const result = applyChange(memoryOf({ categories }).list, add('Deli'));
    expect(result).toMatchObject({ failure: { type: 'category-exists', id: '2' } });
  });

  test('[spec-5] [L8] if two with that name are out of view, each device restores the same one', () => {
    const categories = ['1', '2'].map((id) => categoryRow(id, { name: 'Deli', inList: false }));
    const restored = [categories, categories.toReversed()].map((rows) =>
      change(memoryOf({ categories: rows }), add('Deli')),
    );
    expect(restored.flat().map(({ id }) => id)).toEqual(['1', '1']);
  });

  test('[spec-3] adding a deleted category restores it unchanged, instead of a second one', () => {
    const memory = start();
    const diff = change(memory, add('bar'));
    expect(rowDiffsOf(diff, 'categories')).toEqual([
      { table: 'categories', id: 'bar', before: { deleted: true }, after: { deleted: false } },
    ]);
    expect(memory.list.categories.has('new')).toBe(false);
  });
});

describe('editing a category', () => {
  const edit = (id: string, name: string, color = '') => ({ type: 'edit-category', id, name, color }) as const;

  test('[spec-3] sets its cleaned name and its color, and nothing else', () => {
    const memory = start();
    const diff = change(memory, edit('dairy', ' Milk  & eggs ', '#8b5cf6'));
    expect(rowDiffsOf(diff, 'categories')).toEqual([
      {
        table: 'categories',
        id: 'dairy',
        before: { name: 'Dairy', color: '' },
        after: { name: 'Milk & eggs', color: '#8b5cf6' },
      },
    ]);
    expect(memory.list.items.get('milk')?.category).toBe('dairy');
  });

  test('[L10] a blank or too long name is refused', () => {
    expect(applyChange(start().list, edit('dairy', ' '))).toMatchObject({ failure: { type: 'blank-name' } });
    expect(applyChange(start().list, edit('dairy', 'x'.repeat(201)))).toMatchObject({ failure: { type: 'long-name' } });
  });

  test('[spec-5] the name of another category is refused, even if that one is not in the list', () => {
    const taken = { ok: false, failure: { type: 'category-name-taken' } };
    expect(applyChange(start().list, edit('dairy', 'DELI'))).toEqual(taken);
    expect(applyChange(start().list, edit('dairy', 'Bar'))).toMatchObject({ ok: true });
  });

  test('[Y3] the name of a deleted category that only its items keep visible is refused', () => {
    const taken = { ok: false, failure: { type: 'category-name-taken' } };
    expect(applyChange(start().list, edit('dairy', 'meat'))).toEqual(taken);
  });

  test('[spec-3] its own name in another case is accepted', () => {
    const memory = start();
    change(memory, edit('dairy', 'DAIRY'));
    expect(memory.list.categories.get('dairy')?.name).toBe('DAIRY');
  });

  test('[spec-3] if two devices created the same name, each category can still be recolored', () => {
    const categories = [categoryRow('1', { name: 'Deli' }), categoryRow('2', { name: 'Deli' })];
    const memory = memoryOf({ categories });
    change(memory, edit('2', 'Deli', '#ef4444'));
    expect(memory.list.categories.get('2')?.color).toBe('#ef4444');
  });

  test('[Y3] one that only its items keep visible is restored under the new name', () => {
    const memory = start();
    change(memory, edit('gone', 'Fresh meat'));
    expect(memory.list.categories.get('gone')).toEqual(categoryRow('gone', { name: 'Fresh meat' }));
  });

  test('[Y2] one that was deleted or never existed is reported as gone', () => {
    expect(applyChange(start().list, edit('bar', 'Pub'))).toMatchObject({ failure: { type: 'gone' } });
    expect(applyChange(start().list, edit('never', 'Pub'))).toMatchObject({ failure: { type: 'gone' } });
  });
});

describe('deleting categories', () => {
  test('[spec-4] removing a category also removes its items, and no others', () => {
    const memory = start();
    change(memory, { type: 'delete-categories', ids: ['dairy'] });
    expect(memory.list.categories.get('dairy')?.deleted).toBe(true);
    expect(memory.list.items.get('milk')?.deleted).toBe(true);
    expect(memory.list.items.get('ham')?.deleted).toBe(false);
    expect(memory.list.categories.get('deli')?.deleted).toBe(false);
  });

  test('[L11] the selected categories are deleted in one change, duplicates once', () => {
    const diff = change(start(), { type: 'delete-categories', ids: ['dairy', 'deli', 'dairy'] });
    expect(rowDiffsOf(diff, 'categories').map(({ id }) => id)).toEqual(['dairy', 'deli']);
    expect(rowDiffsOf(diff, 'items').map(({ id }) => id)).toEqual(['milk']);
  });

  test('[Y3] a category that was deleted elsewhere and still shows items is removed with them', () => {
    const memory = start();
    const diff = change(memory, { type: 'delete-categories', ids: ['gone'] });
    expect(rowDiffsOf(diff, 'categories')).toEqual([]);
    expect(memory.list.items.get('ham')?.deleted).toBe(true);
  });

  test('[spec-4] unknown ids change nothing', () => {
    expect(change(start(), { type: 'delete-categories', ids: ['never', 'bar'] })).toEqual([]);
  });
});

test('[L11] Delete All removes every category and item, those out of view and those without a known category included', () => {
  const memory = memoryOf({
    categories: [categoryRow('dairy'), categoryRow('deli', { inList: false }), categoryRow('old', { deleted: true })],
    items: [itemRow('milk'), itemRow('rye', { category: 'old' }), itemRow('x', { category: 'unknown' })],
  });
  const before = readLive(memory.list);
  const diff = change(memory, { type: 'delete-all-categories' });
  expect(readLive(memory.list)).toMatchObject({ categories: [], items: [] });
  memory.apply(reverseDiff(memory.list, diff));
  expect(readLive(memory.list)).toEqual(before);
});

test('[L11] [S5] Delete All in a shared list tells the other members that the list is empty, and Undo does not tell them again', () => {
  const memory = memoryOf({ categories: [categoryRow('dairy')], items: [itemRow('milk')] });
  const load = { id: 'load', name: 'Empty List' };
  const diff = change(memory, { type: 'delete-all-categories', load });
  expect(memory.list.listRow.get('profile')?.loaded).toEqual({ id: 'empty-list:load', name: 'Empty List' });
  expect(reverseDiff(memory.list, diff).map(({ table }) => table)).not.toContain('listRow');
});
