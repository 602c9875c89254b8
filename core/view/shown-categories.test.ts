/** The order of categories and items, and their counts. */
import { describe, expect, test } from 'vitest';
import { createNameOrder } from '#core/name/name-key.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { createListView } from './list-view.ts';

const order = createNameOrder('en');

describe('order', () => {
  const idsIn = (items: readonly string[]): readonly string[] => {
    const memory = memoryOf({
      items: items.map((name, at) => itemRow(`i${at}`, { name })),
      categories: [categoryRow('dairy')],
    });
    const view = createListView(memory.list, order);
    return view.blocks('dairy').flatMap((block) => block.itemIds.map((id) => memory.list.items.get(id)?.name ?? ''));
  };

  test('[L5] items are sorted by name, ignoring case and accents, with numbers as numbers', () => {
    expect(idsIn(['soup 10', 'Éclair', 'Soup 2', 'fig', 'apple'])).toEqual([
      'apple',
      'Éclair',
      'fig',
      'Soup 2',
      'soup 10',
    ]);
  });

  test('[L5] equal names are ordered by id, on every device', () => {
    expect(idsIn(['pate', 'Pâté', 'PATE'])).toEqual(['pate', 'Pâté', 'PATE']);
  });

  test('[spec-4] an added item is sorted by name within its category', () => {
    const memory = memoryOf({
      items: [itemRow('1', { name: 'Butter' }), itemRow('2', { name: 'Yogurt' })],
      categories: [categoryRow('dairy')],
    });
    const view = createListView(memory.list, order);
    view.update(change(memory, { type: 'add-item', id: '3', name: 'milk', category: 'dairy' }));
    expect(view.blocks('dairy').flatMap((block) => block.itemIds)).toEqual(['1', '3', '2']);
  });

  test('[spec-2] categories are sorted by name, those of one name by id', () => {
    const categories = [
      categoryRow('4', { name: 'Snacks 10' }),
      categoryRow('3', { name: 'snacks 9' }),
      categoryRow('2', { name: 'Deli' }),
      categoryRow('1', { name: 'deli' }),
    ];
    expect(createListView(memoryOf({ categories }).list, order).shownCategoryIds()).toEqual(['1', '2', '3', '4']);
  });
});

describe('categories and counts', () => {
  const contents = {
    items: [
      itemRow('1', { checked: true }),
      itemRow('2'),
      itemRow('3', { category: 'gone', checked: true }),
      itemRow('4', { checked: true, deleted: true }),
    ],
    categories: [
      categoryRow('dairy', { color: '#3b82f6' }),
      categoryRow('gone', { name: 'Deli', deleted: true }),
      categoryRow('empty'),
      categoryRow('known', { inList: false }),
      categoryRow('old', { deleted: true }),
    ],
  };

  test('[spec-2] each category has its counter (checked/count), an empty one too', () => {
    const view = createListView(memoryOf(contents).list, order);
    expect(view.shownCategory('dairy')).toMatchObject({ name: 'dairy', color: '#3b82f6', checked: 1, total: 2 });
    expect(view.shownCategory('empty')).toMatchObject({ id: 'empty', name: 'empty', checked: 0, total: 0 });
    expect(view.blocks('empty')).toEqual([]);
  });

  test('[L12] the heading has the name of the list and (checked/total items)', () => {
    expect(createListView(memoryOf(contents).list, order).heading()).toEqual({ name: 'My List', checked: 2, total: 3 });
  });

  test('[Y3] a live item keeps its category visible under its name, even if the category was deleted elsewhere', () => {
    const view = createListView(memoryOf(contents).list, order);
    expect(view.shownCategoryIds()).toEqual(['dairy', 'gone', 'empty']);
    expect(view.shownCategory('gone')).toMatchObject({ name: 'Deli', checked: 1, total: 1 });
  });

  test('[Y3] [L11] [L15] until then, it is offered for other items, and no other category takes its color', () => {
    const memory = memoryOf({
      categories: [categoryRow('1-x', { name: 'Party', deleted: true }), categoryRow('2-x', { name: 'party' })],
      items: [itemRow('cake', { category: '1-x' })],
    });
    const view = createListView(memory.list, order);
    expect(view.categories().map(({ id }) => id)).toEqual(['1-x']);
    expect(view.shownCategory('2-x')?.color).not.toBe(view.shownCategory('1-x')?.color);
    view.update(change(memory, { type: 'delete-item', id: 'cake' }));
    expect(view.categories().map(({ id }) => id)).toEqual(['2-x']);
  });

  test('[Y3] a category that was deleted elsewhere disappears with its last item', () => {
    const memory = memoryOf(contents);
    const view = createListView(memory.list, order);
    const keys = view.update(change(memory, { type: 'delete-item', id: '3' }));
    expect(view.shownCategoryIds()).toEqual(['dairy', 'empty']);
    expect(view.shownCategory('gone')).toBeUndefined();
    expect(keys).toContain('shownCategories');
  });

  test('[spec-3] a category that is known but not in the current list is not shown', () => {
    expect(createListView(memoryOf(contents).list, order).shownCategory('known')).toBeUndefined();
  });

  test('[spec-2] all known categories can be chosen, in the list or not, except deleted ones out of view', () => {
    const view = createListView(memoryOf(contents).list, order);
    expect(view.categories().map(({ id }) => id)).toEqual(['dairy', 'gone', 'empty', 'known']);
  });

  test('[L11] of categories with one name, one is offered: the one in view, or the same one on every device', () => {
    const memory = memoryOf({
      categories: [
        categoryRow('a', { name: 'Meat', inList: false }),
        categoryRow('b', { name: 'MEAT' }),
        categoryRow('d', { name: 'Deli', inList: false }),
        categoryRow('c', { name: 'Deli', inList: false }),
      ],
    });
    const view = createListView(memory.list, order);
    const offered = () => view.categories().map(({ id }) => id);
    expect(offered()).toEqual(['c', 'b']);
    const keys = view.update(change(memory, { type: 'add-item', id: 'x', name: 'Ham', category: 'd' }));
    expect(offered()).toEqual(['d', 'b']);
    expect(keys).toContain('categories');
  });
});
