/** The categories of pasted lines. */
import { expect, test } from 'vitest';
import type { ListRef } from '#core/account/list-ref.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { createKnownNames } from '#core/suggest/known-names.ts';
import { categoryRow, memoryOf } from '#core/testing/contents.ts';
import { parseListText } from './parse-list-text.ts';
import { placeLines } from './place-lines.ts';

const ACCOUNT: ListRef = { userId: 'u1', listId: 'u1' };

/** Each line with the name of its category, in a list with Dairy, and Snacks outside of the list. */
function place(text: string) {
  const { list } = memoryOf({
    categories: [categoryRow('d', { name: 'Dairy' }), categoryRow('s', { name: 'Snacks', inList: false })],
  });
  const names = createKnownNames();
  names.remember('Milk', 'd');
  names.remember('Drinks', 'd');
  const parsed = parseListText(text, {
    numbers: createNumberFormat('en-US'),
    hasDetails: true,
    isKnownName: (name) => names.find('key', name.toLowerCase()) !== undefined,
    isCategoryName: (name) => name === 'Dairy' || name === 'Snacks',
  });
  let id = 0;
  const createId = (): string => `new${(id += 1)}`;
  const { categories, created } = placeLines(parsed, { list, ref: ACCOUNT, names, createId });
  const placed = parsed.lines.map(({ entry }, at) => `${entry.name}: ${categories[at]?.name ?? '?'}`);
  return { placed, created: created.map(({ name }) => name), ids: categories.map((category) => category?.id) };
}

test('[Q4] [L8] a known heading wins over the guess, and an unknown name without a heading has no category', () => {
  expect(place('milk\nxylitol\nSnacks:\nmilk\nxylitol').placed).toEqual([
    'milk: Dairy',
    'xylitol: ?',
    'milk: Snacks',
    'xylitol: Snacks',
  ]);
});

test('[Q4] a heading that the list does not know is only offered', () => {
  expect(place('For the sauce:\nmilk\nxylitol')).toMatchObject({
    placed: ['For the sauce: ?', 'milk: Dairy', 'xylitol: ?'],
    created: ['For the sauce'],
  });
});

test('[Q7] in a recipe, a heading that names no part of a shop is only offered, too', () => {
  const recipe = 'Ingredients\nxylitol\n\nTzatziki:\nmilk\nxylitol\n\nProduce:\nxylitol';
  expect(place(recipe)).toMatchObject({
    placed: ['Ingredients: ?', 'xylitol: ?', 'Tzatziki: ?', 'milk: Dairy', 'xylitol: ?', 'xylitol: Produce'],
    created: ['Ingredients', 'Tzatziki', 'Produce'],
  });
  expect(place('Tzatziki:\nmilk').placed).toEqual(['milk: Tzatziki']);
});

test('[Q7] a group of food is no new category if the app knows where it belongs', () => {
  expect(place('Drinks:\nxylitol')).toMatchObject({ placed: ['xylitol: Dairy'], created: [] });
  expect(place('Veggies:\nxylitol')).toMatchObject({ placed: ['xylitol: Veggies'], created: ['Veggies'] });
});

test('[Q5] each heading of a shared list is a category, and one that is new is created once', () => {
  const text = 'My List\n\nDairy:\n- [ ] xylitol\n\nParty:\n- [ ] milk\n- [x] nuts\n';
  expect(place(text)).toEqual({
    placed: ['My List: ?', 'xylitol: Dairy', 'milk: Party', 'nuts: Party'],
    created: ['Party'],
    ids: [undefined, 'd', 'new1', 'new1'],
  });
});

test('[Q5] [L3] a category of the default list gets the id that it has on every device', () => {
  const { placed, created, ids } = place('My List\n\nBakery:\n- [ ] rolls\n');
  expect(placed).toEqual(['My List: ?', 'rolls: Bakery']);
  expect(created).toEqual([]);
  expect(ids[1]).toMatch(/-u1$/u);
});
