/** The category of an id, a name or a guess. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { isCategoryVisible } from '#core/list/list.ts';
import { categoryRow, itemRow, memoryOf, change, readLive } from '#core/testing/contents.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE, DEFAULT_CATEGORIES, defaultCategoryId } from './catalogue.ts';
import {
  findCategory,
  findCategoryNamed,
  placeGuess,
  adoptCategories,
  fallbackCategory,
} from './category-on-demand.ts';
import { applyChange } from '#core/change/apply-change.ts';
import { rowDiffsOf } from '#core/diff/diff.ts';

const ANN = personalList('ann');
const DEMO = personalList(DEMO_USER.id);
const listOf = (...categories: readonly ReturnType<typeof categoryRow>[]) => memoryOf({ categories }).list;

test('[L8] an account has the categories of its list and, until they are created, those of the catalogue', () => {
  const list = listOf(categoryRow('mine'), categoryRow('gone', { deleted: true }));
  expect(findCategory(list, ANN, 'mine')).toMatchObject({ id: 'mine' });
  expect(findCategory(list, ANN, '10-ann')).toEqual({ id: '10-ann', name: 'Personal Care', color: '', inList: true });
  expect(findCategory(list, ANN, 'gone')).toBeUndefined();
  expect(findCategory(list, ANN, '10')).toBeUndefined();
});

test('[L8] a default category is available before the first sync delivers it, and after it was deleted', () => {
  expect(findCategory(listOf(), ANN, 'default-2-ann')).toMatchObject({ name: 'Dairy', color: '#3b82f6' });
  const list = listOf(categoryRow('default-2-ann', { deleted: true }));
  expect(findCategory(list, ANN, 'default-2-ann')).toMatchObject({ name: 'Dairy', inList: true });
});

test("[L8] a category of the list replaces the catalogue's category of the same name", () => {
  const list = listOf(categoryRow('mine', { name: 'personal  care' }));
  expect(findCategory(list, ANN, '10-ann')?.id).toBe('mine');
});

test('[L8] a category of the catalogue that was deleted is offered again, and one that the shopper created is not', () => {
  expect(findCategory(listOf(categoryRow('10-ann', { deleted: true })), ANN, '10-ann')?.name).toBe('Personal Care');
  expect(findCategory(listOf(categoryRow('10', { deleted: true })), DEMO, '10')?.name).toBe('Personal Care');
  expect(findCategory(listOf(categoryRow('mine', { deleted: true })), ANN, 'mine')).toBeUndefined();
});

test('[L8] [Y3] a name finds the category that only its items keep in view', () => {
  const contents = { categories: [categoryRow('mine', { name: 'Party', deleted: true })] };
  const { list } = memoryOf({ ...contents, items: [itemRow('cake', { category: 'mine' })] });
  expect(findCategoryNamed(list, ANN, 'party')?.id).toBe('mine');
  expect(findCategoryNamed(memoryOf(contents).list, ANN, 'party')).toBeUndefined();
});

test('[L8] [Q7] a category of the catalogue that the list has renamed is not found by its old name', () => {
  const renamed = categoryRow('5-ann', { name: 'Bread' });
  expect(findCategoryNamed(listOf(renamed), ANN, 'Bakery')).toBeUndefined();
  expect(findCategoryNamed(listOf({ ...renamed, deleted: true }), ANN, 'Bakery')).toMatchObject({ id: '5-ann' });
});

const HIDDEN = { inList: false };
const DEFAULTS = ['Produce', 'Dairy', 'Meat', 'Pantry', 'Frozen', 'Other'];
const defaults = (fields: { readonly inList?: boolean; readonly deleted?: boolean }) =>
  DEFAULTS.map((name, at) => categoryRow(`default-${at + 1}-ann`, { name, ...fields }));
const catalogue = (fields: { readonly inList?: boolean; readonly deleted?: boolean }) =>
  CATALOGUE_CATEGORIES.map(({ id, name }) => categoryRow(`${id}-ann`, { name, ...fields }));

test('[L8] after Restore Default List, a guess goes to what is in view, not to a default category out of view', () => {
  const list = listOf(...catalogue({}), ...defaults(HIDDEN));
  expect(placeGuess(list, ANN, 'default-3-ann')).toBe('3-ann');
  expect(placeGuess(list, ANN, 'default-2-ann')).toBe('2-ann');
  expect(placeGuess(list, ANN, 'default-6-ann')).toBe('21-ann');
  expect(placeGuess(list, ANN, '4-ann')).toBe('4-ann');
});

test('[L8] in a list with the six default categories, a guess of the catalogue goes to one of them', () => {
  const list = listOf(...defaults({}), ...catalogue({ deleted: true }));
  const placed = ['1', '2', '3', '4', '5', '21'].map((id) => placeGuess(list, ANN, `${id}-ann`));
  expect(placed).toEqual([1, 2, 3, 3, 4, 6].map((at) => `default-${at}-ann`));
  expect(placeGuess(list, ANN, '10-ann')).toBe('10-ann');
  const old = listOf(categoryRow('7e57', { name: 'Meat' }));
  expect(placeGuess(old, ANN, '4-ann')).toBe('7e57');
});

test('[L8] a broader category takes no items of a category that the list has, in view or not', () => {
  const list = listOf(...catalogue(HIDDEN).filter(({ id }) => id !== '3-ann'), categoryRow('3-ann', { name: 'Meat' }));
  expect(placeGuess(list, ANN, '4-ann')).toBe('4-ann');
  expect(placeGuess(list, ANN, 'default-3-ann')).toBe('3-ann');
});

test('[L8] a category that keeps its items although it was deleted elsewhere is in view', () => {
  const meat = categoryRow('3-ann', { name: 'Meat', deleted: true });
  const { list } = memoryOf({ categories: [meat, ...defaults(HIDDEN)], items: [itemRow('x', { category: '3-ann' })] });
  expect(placeGuess(list, ANN, 'default-3-ann')).toBe('3-ann');
  expect(findCategory(list, ANN, '3-ann')?.name).toBe('Meat');
});

test('[L8] the place of a guess that the list lacks is created: the kind of category that the list began with', () => {
  expect(placeGuess(listOf(), ANN, '4-ann')).toBe('default-3-ann');
  expect(placeGuess(listOf(...catalogue({ deleted: true })), ANN, '4-ann')).toBe('4-ann');
  expect(placeGuess(listOf(), DEMO, '4')).toBe('4');
  expect(placeGuess(listOf(), { ...DEMO, listId: 'party' }, '4')).toBe('default-3-party');
  expect(placeGuess(listOf(), ANN, 'unknown')).toBe('unknown');
});

test('[L8] whatever a list has, a guess brings no second category of a name into view', () => {
  const ids = [
    ...CATALOGUE_CATEGORIES.map(({ id }) => `${id}-ann`),
    ...DEFAULTS.map((_, at) => `default-${at + 1}-ann`),
  ];
  const row = fc.record({ inList: fc.boolean(), deleted: fc.boolean() });
  const rows = fc.tuple(
    ...[...catalogue({}), ...defaults({})].map((made) => row.map((fields) => ({ ...made, ...fields }))),
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 29 }), fc.constantFrom(...ids), (made, count, guess) => {
      const { list } = memoryOf({ categories: made.slice(0, count) });
      const category = findCategory(list, ANN, placeGuess(list, ANN, guess));
      const shown = [...list.categories.values()].filter(
        (one) => one.id !== category?.id && isCategoryVisible(list, one.id),
      );
      expect(category).toBeDefined();
      // Two that are in view already are merged at the next start.
      if (category === undefined || isCategoryVisible(list, category.id)) return;
      expect(shown.map(({ name }) => name)).not.toContain(category.name);
    }),
    { numRuns: 2000 },
  );
});

test('[L8] the name of a heading finds the category in view', () => {
  expect(findCategoryNamed(listOf(...defaults(HIDDEN), ...catalogue({})), ANN, 'meat')?.id).toBe('3-ann');
  expect(findCategoryNamed(listOf(), DEMO, 'Bakery')).toMatchObject({ id: '5' });
  expect(findCategoryNamed(listOf(), ANN, 'Wine')).toBeUndefined();
});

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

const hidden = { inList: false };
const fallbackOf = (...contents: Parameters<typeof memoryOf>) => fallbackCategory(memoryOf(...contents).list, ANN);

test('[L13] in a new account, an unknown name goes to its category Other', () => {
  const categories = DEFAULT_CATEGORIES.map((each, at) => categoryRow(defaultCategoryId(at + 1, 'ann'), each));
  expect(fallbackOf({ categories })).toMatchObject({ id: 'default-6-ann', name: 'Other' });
});

test('[L13] in the default list, an unknown name goes to its Misc category', () => {
  const categories = CATALOGUE.categories.map((each) => categoryRow(each.id, each));
  expect(fallbackCategory(memoryOf({ categories }).list, DEMO)).toMatchObject({ id: '21' });
});

test('[L13] a category in view wins over one that is out of view, and Other over Misc', () => {
  const other = categoryRow('b', { name: ' OTHER ' });
  const misc = categoryRow('a', { name: 'Misc' });
  expect(fallbackOf({ categories: [misc, other] }).id).toBe('b');
  expect(fallbackOf({ categories: [misc, { ...other, ...hidden }] }).id).toBe('a');
  expect(fallbackOf({ categories: [{ ...other, ...hidden }, categoryRow('dairy')] }).id).toBe('b');
});

test('[L13] of two categories named Other, all devices choose the same one', () => {
  const [first, second] = [categoryRow('1', { name: 'Other' }), categoryRow('2', { name: 'other' })];
  expect(fallbackOf({ categories: [second, first] }).id).toBe('1');
});

test('[L13] a deleted Other whose items are still in view is used', () => {
  const categories = [categoryRow('o', { name: 'Other', deleted: true })];
  expect(fallbackOf({ categories }).id).not.toBe('o');
  expect(fallbackOf({ categories, items: [itemRow('soap', { category: 'o' })] }).id).toBe('o');
});

test('[L13] without Other and Misc, the category of the item added last is used, if it is still in view', () => {
  const categories = [categoryRow('dairy'), categoryRow('garden'), categoryRow('tools', hidden)];
  const items = [
    itemRow('1795000000002-b', { category: 'garden', deleted: true }),
    itemRow('1795000000001-a', { category: 'dairy' }),
    itemRow('1795000000003-c', { category: 'tools', deleted: true }),
    // Not added by a shopper: it came with the default list.
    itemRow('9-ann', { category: 'dairy' }),
  ];
  expect(fallbackOf({ categories, items }).id).toBe('garden');
});

test('[L13] a list without a matching category gets a new Other with the default color, in one step with the item', () => {
  const memory = memoryOf({});
  const other = fallbackCategory(memory.list, ANN);
  expect(other).toEqual({ id: 'default-6-ann', name: 'Other', color: '#6b7280', inList: true });
  const diff = change(memory, {
    type: 'add-item',
    id: 'z',
    name: 'Zimtsterne',
    category: other.id,
    newCategory: other,
  });
  expect([rowDiffsOf(diff, 'items').length, rowDiffsOf(diff, 'categories').length]).toEqual([1, 1]);
  expect(readLive(memory.list).categories).toMatchObject([{ name: 'Other' }]);
});

test('[L13] two devices that were apart create one Other', () => {
  const categories = [categoryRow('default-6-ann', { name: 'Other', deleted: true }), categoryRow('dairy')];
  const ids = ['phone', 'tablet'].map(() => fallbackOf({ categories }).id);
  expect(new Set(ids)).toEqual(new Set(['default-6-ann']));
});

test('[L13] a new Other never takes over a category that was renamed', () => {
  const renamed = categoryRow('default-6-ann', { name: 'Household' });
  const memory = memoryOf({ categories: [renamed] });
  const other = fallbackCategory(memory.list, ANN);
  expect(other).toMatchObject({ id: 'other-1-ann', name: 'Other' });
  const result = applyChange(memory.list, {
    type: 'add-item',
    id: 'z',
    name: 'Zimtsterne',
    category: other.id,
    newCategory: other,
  });
  expect(result.ok && result.value.diff.length === 0).toBe(false);
  const taken = [renamed, categoryRow('other-1-ann', { name: 'Tools' })];
  expect(fallbackOf({ categories: taken }).id).toBe('other-2-ann');
});
