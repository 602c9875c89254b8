/** Categories of an imported list whose names exist. */
import { expect, test } from 'vitest';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { adoptCategories } from './adopt-categories.ts';

const category = (id: string, name: string) => ({ id, name, color: '', inList: true });
const item = (id: string, categoryId: string) => ({ id, name: id, category: categoryId, checked: false });

test('[L9] [A3] a category whose name exists becomes the existing one, together with its items and those of saved lists', () => {
  const { list } = memoryOf({ categories: [categoryRow('own-meat', { name: 'Meat' })], items: [itemRow('x')] });
  const adopted = adoptCategories(
    {
      listName: 'Mine',
      categories: [category('3', 'MEAT '), category('4', 'meat'), category('5', 'Fish')],
      items: [item('ham', '3'), item('lamb', '4'), item('cod', '5')],
      savedLists: [{ id: 's', name: 'Week', createdAt: '2026-01-01T00:00:00.000Z', items: [item('ham', '3')] }],
    },
    list,
  );
  expect(adopted.categories.map(({ id }) => id)).toEqual(['own-meat', '5']);
  expect(adopted.items.map((row) => row.category)).toEqual(['own-meat', 'own-meat', '5']);
  expect(adopted.savedLists[0]?.items[0]?.category).toBe('own-meat');
});

test('[L9] a category that exists under its own id keeps it, and a deleted category adopts none', () => {
  const { list } = memoryOf({
    categories: [
      categoryRow('a', { name: 'Meat' }),
      categoryRow('b', { name: 'Meat' }),
      categoryRow('c', { name: 'Fish', deleted: true }),
    ],
  });
  const adopted = adoptCategories(
    { listName: '', categories: [category('b', 'Meat'), category('5', 'Fish')], items: [], savedLists: [] },
    list,
  );
  expect(adopted.categories.map(({ id }) => id)).toEqual(['b', '5']);
});
