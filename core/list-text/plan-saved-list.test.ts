/** Adding a saved list to the open one. */
import { expect, test } from 'vitest';
import { reverseDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { categoryRow, change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { planToChange, planSavedList } from './plan-lines.ts';

const category = (id: string, name: string) => ({ id, name, color: '', inList: true });
const item = (name: string, inCategory: string, more: object = {}) => ({
  id: `saved-${name}`,
  name,
  category: inCategory,
  checked: false,
  ...more,
});

const BBQ = {
  listName: 'BBQ',
  categories: [category('dairy', 'Dairy'), category('grill', 'Grill')],
  items: [
    item('Milk', 'dairy', { amount: 500, unit: 'ml', checked: true }),
    item('Butter', 'dairy', { amount: 1, unit: 'pack' }),
    item('Sausages', 'grill', { note: 'hot' }),
    item('Bread', 'grill'),
  ],
};

const start = () =>
  memoryOf({
    items: [
      itemRow('milk', { name: 'milk', amount: 1, unit: 'l' }),
      itemRow('butter', { name: 'Butter', amount: 200, unit: 'g' }),
      itemRow('bread', { name: 'Bread', category: 'bakery', checked: true }),
      itemRow('ham', { name: 'Ham' }),
    ],
    categories: [categoryRow('dairy'), categoryRow('bakery', { name: 'Bakery' })],
  });

function add(memory: ReturnType<typeof start>) {
  const plan = planSavedList(memory.list, BBQ, { write: String });
  let count = 0;
  return {
    plan,
    diff: change(
      memory,
      planToChange(plan, () => `new-${(count += 1)}`),
    ),
  };
}

test('[O8] a saved list is added in one step: nothing is removed, same names merge, and it is needed again', () => {
  const memory = start();
  const before = readLive(memory.list);
  const { plan, diff } = add(memory);
  expect(plan.results.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(readLive(memory.list).items).toMatchObject([
    { id: 'bread', category: 'bakery', checked: false },
    { id: 'butter', amount: 200, unit: 'g', note: '1 pack' },
    { id: 'ham' },
    { id: 'milk', amount: 1.5, unit: 'l', checked: false },
    { name: 'Sausages', category: 'grill', note: 'hot' },
  ]);
  expect(memory.list.categories.get('grill')).toMatchObject({ name: 'Grill', inList: true, deleted: false });
  expect([readLive(memory.list).listName, rowDiffsOf(diff, 'listRow')]).toEqual(['My List', []]);
  memory.apply(reverseDiff(memory.list, diff));
  expect(readLive(memory.list).items).toEqual(before.items);
});

test('[O8] [Q3] of amounts that do not add up, the saved one replaces the other if the shopper chooses it', () => {
  const memory = start();
  const { lines } = planSavedList(memory.list, BBQ, { write: String });
  expect(lines.map((line) => line?.conflict ?? null)).toEqual([null, { amount: 1, unit: 'pack' }, null, null]);
  const plan = planSavedList(memory.list, BBQ, { write: String, choices: new Map([[1, true]]) });
  change(
    memory,
    planToChange(plan, () => 'new'),
  );
  expect(memory.list.items.get('butter')).toMatchObject({ amount: 1, unit: 'pack' });
  expect(memory.list.items.get('butter')?.note ?? null).toBeNull();
});

test('[O8] an empty saved list adds nothing', () => {
  const memory = start();
  const plan = planSavedList(memory.list, { ...BBQ, items: [] }, { write: String });
  expect(
    change(
      memory,
      planToChange(plan, () => 'new'),
    ),
  ).toEqual([]);
});

test('[O3] [O8] a saved list ties only the items that it adds', () => {
  const memory = memoryOf({
    items: [itemRow('milk', { name: 'Milk' })],
    categories: [categoryRow('dairy'), categoryRow('bakery', { name: 'Bakery' })],
    listRow: [{ id: LIST_ROW_ID, listName: 'Week', deleted: false, 'store:m': 'Market' }],
  });
  const items = [item('Milk', 'bakery', { store: 'm' }), item('Bread', 'bakery', { store: 'm' })];
  const copy = { ...BBQ, items, stores: { 'store:m': 'Market' } };
  change(
    memory,
    planToChange(planSavedList(memory.list, copy, { write: String }), () => 'bread'),
  );
  expect(memory.list.items.get('milk')?.store ?? null).toBeNull();
  expect(memory.list.items.get('bread')?.store).toBe('m');
});
