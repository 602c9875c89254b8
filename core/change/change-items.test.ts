/** Adding, checking, editing, deleting and clearing items. */
import { describe, expect, test } from 'vitest';
import { reverseDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';

const start = () =>
  memoryOf({
    items: [
      itemRow('milk', { name: 'Milk', checked: true }),
      itemRow('eggs', { name: 'Eggs' }),
      itemRow('old', { name: 'Kefir', deleted: true }),
      itemRow('ham', { name: 'Ham', category: 'gone' }),
    ],
    categories: [
      categoryRow('dairy'),
      categoryRow('deli', { inList: false }),
      categoryRow('gone', { deleted: true }),
      categoryRow('dead', { deleted: true }),
    ],
  });

const failureOf = (wanted: Change): unknown => {
  const result = applyChange(start().list, wanted);
  return result.ok ? null : result.failure;
};

const add = (name: string, category = 'dairy'): Change => ({ type: 'add-item', id: 'new', name, category });

describe('adding several items', () => {
  test('[L9] adds each name once as one change, and unchecks names that were checked', () => {
    const memory = start();
    const items = ['Quark', 'milk', ' quark '].map((name, at) => ({ id: `n${at}`, name, category: 'dairy' }));
    const diff = change(memory, {
      type: 'add-items',
      items: [...items, { id: 'n3', name: 'Salami', category: 'deli' }],
    });
    expect(rowDiffsOf(diff, 'items').map(({ id }) => id)).toEqual(['n0', 'milk', 'n3']);
    expect(memory.list.items.get('milk')?.checked).toBe(false);
    expect(memory.list.categories.get('deli')?.inList).toBe(true);
  });

  test('[L8] [U2] creates a new category once, together with its items', () => {
    const memory = start();
    const newCategory = { id: 'care', name: 'Personal Care', color: '', inList: true };
    const items = ['Shampoo', 'Soap'].map((name, at) => ({ id: `n${at}`, name, category: 'care', newCategory }));
    const diff = change(memory, { type: 'add-items', items });
    expect(rowDiffsOf(diff, 'categories').map(({ id }) => id)).toEqual(['care']);
    expect(memory.list.categories.get('care')).toEqual({ ...newCategory, deleted: false });
    expect(memory.list.itemIdsByCategory.get('care')?.size).toBe(2);
  });

  test('[L9] adds checked items, but checks no item that is already on the list or also occurs unchecked', () => {
    const memory = start();
    const items = ['Quark', 'eggs', 'milk', 'Skyr', 'SKYR'].map((name, at) => {
      const checked = name !== 'SKYR';
      return { id: `n${at}`, name, category: 'dairy', checked };
    });
    const diff = change(memory, { type: 'add-items', items });
    expect(rowDiffsOf(diff, 'items').map(({ id, after }) => [id, after.checked])).toEqual([
      ['n4', false],
      ['n0', true],
    ]);
  });

  test('[L10] one invalid name refuses all', () => {
    const items = ['Quark', 'x'.repeat(201)].map((name, at) => ({ id: `n${at}`, name, category: 'dairy' }));
    expect(failureOf({ type: 'add-items', items })).toMatchObject({ type: 'long-name' });
  });
});

describe('adding an item', () => {
  test('[L8] creates the new category, restores it if it was deleted, and leaves it unchanged if it exists', () => {
    const memory = start();
    const withCategory = (id: string, name: string): Change => {
      const newCategory = { id, name: 'New', color: '', inList: true };
      return { type: 'add-item', id: name, name, category: id, newCategory };
    };
    change(memory, withCategory('care', 'Shampoo'));
    expect(memory.list.categories.get('care')).toMatchObject({ name: 'New', deleted: false });
    change(memory, withCategory('dead', 'Soap'));
    expect(memory.list.categories.get('dead')).toMatchObject({ name: 'New', deleted: false });
    expect(rowDiffsOf(change(memory, withCategory('dairy', 'Quark')), 'categories')).toEqual([]);
    expect(failureOf(add('Tape', 'unknown'))).toEqual({ type: 'no-category' });
  });

  test('[spec-4] adds an unchecked row with its cleaned name to its category', () => {
    const memory = start();
    const diff = change(memory, add('  Oat \t milk '));
    expect(memory.list.items.get('new')).toEqual(itemRow('new', { name: 'Oat milk' }));
    expect(rowDiffsOf(diff, 'categories')).toEqual([]);
  });

  test('[spec-4] makes the category visible in the current list if it was missing', () => {
    const memory = start();
    change(memory, add('Salami', 'deli'));
    expect(memory.list.categories.get('deli')?.inList).toBe(true);
  });

  test('[spec-5] needs a non-blank name', () => {
    expect(failureOf(add('  '))).toEqual({ type: 'blank-name' });
  });

  test('[L10] a name over 200 characters is refused with the limit', () => {
    expect(failureOf(add('x'.repeat(201)))).toEqual({ type: 'long-name', limit: 200 });
    expect(failureOf(add('x'.repeat(200)))).toBeNull();
  });

  test('[spec-5] needs an existing category', () => {
    expect(failureOf(add('Salami', ''))).toEqual({ type: 'no-category' });
    expect(failureOf(add('Salami', 'dead'))).toEqual({ type: 'no-category' });
  });

  test('[Y3] adding to a category that was deleted elsewhere but still shows items restores it', () => {
    const memory = start();
    change(memory, add('Salami', 'gone'));
    expect(memory.list.categories.get('gone')).toMatchObject({ deleted: false, inList: true });
  });

  test('[L9] a name that is already in the category is unchecked, and the result names its row', () => {
    const memory = start();
    const result = applyChange(memory.list, add('mILK'));
    expect(result).toMatchObject({
      ok: true,
      value: { alreadyListed: { type: 'already-listed', id: 'milk', category: 'dairy' } },
    });
    change(memory, add('mILK'));
    expect(memory.list.items.get('milk')).toEqual(itemRow('milk', { name: 'Milk' }));
    expect(memory.list.items.has('new')).toBe(false);
  });

  test('[L9] a name that is already in the category unchecked changes nothing and the result names its row', () => {
    const result = applyChange(start().list, add('eggs'));
    expect(result.ok && result.value.diff.length === 0 && result.value.alreadyListed?.id).toBe('eggs');
  });

  test('[L9] adding a name that exists also makes its category visible', () => {
    const memory = memoryOf({
      items: [itemRow('milk', { name: 'Milk' })],
      categories: [categoryRow('dairy', { inList: false })],
    });
    change(memory, add('Milk'));
    expect(memory.list.categories.get('dairy')?.inList).toBe(true);
  });

  test('[L9] the same name in another category is allowed', () => {
    const result = applyChange(start().list, add('Milk', 'deli'));
    expect(result).toMatchObject({ ok: true, value: { alreadyListed: null, diff: [{ id: 'deli' }, { id: 'new' }] } });
  });

  test('[L9] the name of a deleted item is free', () => {
    const memory = start();
    change(memory, add('Kefir'));
    expect(memory.list.items.get('new')?.deleted).toBe(false);
  });
});

describe('checking an item', () => {
  test('[spec-4] toggling flips checked, both ways', () => {
    const memory = start();
    change(memory, { type: 'check-item', id: 'milk', checked: false });
    change(memory, { type: 'check-item', id: 'eggs', checked: true });
    expect(memory.list.items.get('milk')?.checked).toBe(false);
    expect(memory.list.items.get('eggs')?.checked).toBe(true);
  });

  test('[Y1] sets only the check mark', () => {
    const diff = change(start(), { type: 'check-item', id: 'eggs', checked: true });
    expect(diff).toEqual([{ table: 'items', id: 'eggs', before: { checked: false }, after: { checked: true } }]);
  });

  test('[spec-4] a deleted item cannot be ticked', () => {
    expect(failureOf({ type: 'check-item', id: 'old', checked: true })).toEqual({ type: 'gone' });
    expect(failureOf({ type: 'check-item', id: 'never', checked: true })).toEqual({ type: 'gone' });
  });
});

describe('editing an item', () => {
  const edit = (id: string, name: string, category = 'dairy'): Change => ({ type: 'edit-item', id, name, category });

  test('[L10] sets the cleaned name and leaves tick and category unchanged', () => {
    expect(change(start(), edit('milk', ' Oat  milk '))).toEqual([
      { table: 'items', id: 'milk', before: { name: 'Milk' }, after: { name: 'Oat milk' } },
    ]);
  });

  test('[L9] its own name in another case is accepted', () => {
    expect(change(start(), edit('milk', 'MILK'))).toHaveLength(1);
  });

  test('[L9] a name that another item of the category has is refused, even if the item moves there', () => {
    expect(failureOf(edit('milk', 'eggs'))).toEqual({ type: 'item-exists', category: 'dairy' });
    expect(failureOf(edit('ham', 'Eggs'))).toEqual({ type: 'item-exists', category: 'dairy' });
  });

  test('[spec-4] moving it to a category that is not in the list makes the category visible', () => {
    const memory = start();
    change(memory, edit('milk', 'Milk', 'deli'));
    expect(memory.list.items.get('milk')?.category).toBe('deli');
    expect(memory.list.categories.get('deli')?.inList).toBe(true);
  });

  test('[Y3] an item whose category was deleted elsewhere can be renamed without moving', () => {
    const diff = change(start(), edit('ham', 'Smoked ham', 'gone'));
    expect(rowDiffsOf(diff, 'categories')).toEqual([]);
  });

  test('[L10] blank and too long names, missing categories and missing items are refused', () => {
    expect(failureOf(edit('milk', ' '))).toEqual({ type: 'blank-name' });
    expect(failureOf(edit('milk', 'x'.repeat(201)))).toEqual({ type: 'long-name', limit: 200 });
    expect(failureOf(edit('milk', 'Milk', 'dead'))).toEqual({ type: 'no-category' });
    expect(failureOf(edit('old', 'Kefir'))).toEqual({ type: 'gone' });
  });
});

describe('deleting items', () => {
  test('[spec-4] the delete button removes one item', () => {
    const memory = start();
    change(memory, { type: 'delete-item', id: 'eggs' });
    expect(memory.list.items.get('eggs')?.deleted).toBe(true);
    expect(failureOf({ type: 'delete-item', id: 'old' })).toEqual({ type: 'gone' });
  });

  test("[spec-4] 'Clear checked' removes the checked items and leaves the others and the categories", () => {
    const memory = start();
    const diff = change(memory, { type: 'clear-checked' });
    expect(rowDiffsOf(diff, 'items').map(({ id }) => id)).toEqual(['milk']);
    expect(rowDiffsOf(diff, 'categories')).toEqual([]);
    expect(memory.list.items.get('milk')?.deleted).toBe(true);
  });

  test("[L2] [L11] 'Clear checked' that leaves no item leaves all categories in view", () => {
    const memory = memoryOf({
      items: [itemRow('milk', { checked: true })],
      categories: ['dairy', '7-ann', 'default-2-ann'].map((id) => categoryRow(id)),
    });
    expect(rowDiffsOf(change(memory, { type: 'clear-checked' }), 'categories')).toEqual([]);
  });

  test("[L11] 'Clear checked' without checked items changes nothing, also in an empty list", () => {
    for (const items of [[], [itemRow('eggs')]]) {
      const memory = memoryOf({ items, categories: [categoryRow('dairy')] });
      expect(change(memory, { type: 'clear-checked' })).toEqual([]);
    }
  });
});

describe('several selected items', () => {
  const selected = () =>
    memoryOf({
      items: [
        itemRow('milk', { name: 'Milk' }),
        itemRow('eggs', { name: 'Eggs', checked: true }),
        itemRow('bread', { name: 'Bread', category: 'bakery' }),
        itemRow('oat', { name: 'milk', category: 'bakery' }),
      ],
      categories: [categoryRow('dairy'), categoryRow('bakery'), categoryRow('deli', { inList: false })],
    });

  test('[L16] are checked or unchecked as one change; one that is gone is skipped', () => {
    const memory = selected();
    const diff = change(memory, { type: 'check-items', ids: ['milk', 'eggs', 'lost'], checked: true });
    expect(rowDiffsOf(diff, 'items').map(({ id }) => id)).toEqual(['milk']);
    change(memory, { type: 'check-items', ids: ['milk', 'eggs'], checked: false });
    expect(memory.list.items.get('eggs')?.checked).toBe(false);
  });

  test('[L16] [L9] move as one change into a category that comes into view, each name once', () => {
    const memory = selected();
    const diff = change(memory, { type: 'move-items', ids: ['milk', 'eggs', 'oat'], category: 'deli' });
    expect(rowDiffsOf(diff, 'items').map(({ id }) => id)).toEqual(['milk', 'eggs']);
    expect(memory.list.items.get('oat')?.category).toBe('bakery');
    expect(memory.list.categories.get('deli')?.inList).toBe(true);
  });

  test('[L16] [L9] stay where they are if the category has their names, and then nothing changes', () => {
    const memory = selected();
    expect(change(memory, { type: 'move-items', ids: ['milk'], category: 'bakery' })).toEqual([]);
    expect(applyChange(memory.list, { type: 'move-items', ids: ['milk'], category: 'none' }).ok).toBe(false);
  });

  test('[L16] are deleted together with selected categories, as one change', () => {
    const memory = selected();
    change(memory, { type: 'delete-selected', categoryIds: ['bakery'], itemIds: ['eggs', 'bread'] });
    expect(memory.list.itemIdsByCategory.get('bakery')?.size ?? 0).toBe(0);
    expect(memory.list.items.get('eggs')?.deleted).toBe(true);
    expect(memory.list.items.get('milk')?.deleted).toBe(false);
    expect(memory.list.categories.get('dairy')?.deleted).toBe(false);
  });
});

describe('amounts, units and notes', () => {
  const details = { amount: 2, unit: 'l', note: 'fresh' };

  test('[Q1] a new item has them, and a row leaves out those it lacks', () => {
    const memory = start();
    change(memory, { ...add('Kefir'), ...details });
    expect(memory.list.items.get('new')).toMatchObject(details);
    change(memory, { ...add('Quark'), id: 'quark', amount: 1 } as Change);
    expect(Object.keys(memory.list.items.get('quark') ?? {})).toEqual([
      'name',
      'category',
      'checked',
      'deleted',
      'id',
      'amount',
    ]);
  });

  test('[Q3] an existing item takes those that are given, and keeps the others', () => {
    const memory = memoryOf({
      items: [itemRow('milk', { checked: true, ...details })],
      categories: [categoryRow('dairy')],
    });
    change(memory, add('Milk'));
    expect(memory.list.items.get('milk')).toMatchObject({ checked: false, ...details });
    change(memory, { ...add('Milk'), amount: 5, unit: 'pack' } as Change);
    expect(memory.list.items.get('milk')).toMatchObject({ amount: 5, unit: 'pack', note: 'fresh' });
  });

  test('[Q1] [U2] editing sets or removes them; undo restores them', () => {
    const memory = memoryOf({ items: [itemRow('milk', details)], categories: [categoryRow('dairy')] });
    const edit = { type: 'edit-item', id: 'milk', name: 'milk', category: 'dairy' } as const;
    expect(change(memory, edit)).toEqual([]);
    const diff = change(memory, { ...edit, amount: null, unit: null, note: 'sour' });
    expect(memory.list.items.get('milk')).toEqual(itemRow('milk', { note: 'sour' }));
    memory.apply(reverseDiff(memory.list, diff));
    expect(memory.list.items.get('milk')).toEqual(itemRow('milk', details));
  });
});
