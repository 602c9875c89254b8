/** The category of an id, a name or a guess. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { isCategoryVisible } from '#core/list/list.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { findCategory, findCategoryNamed, placeGuess } from './category-on-demand.ts';

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
