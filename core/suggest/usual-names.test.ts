/** What an empty list offers. */
import { expect, test } from 'vitest';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { itemRow, memoryOf } from '#core/testing/contents.ts';
import { usualNames } from './usual-names.ts';

test('[L11] before there is a history, an empty list offers eight names of the catalogue', () => {
  const names = usualNames(memoryOf({}).list, []);
  expect(names).toHaveLength(8);
  const known = CATALOGUE_ITEMS.map(({ name }) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test('[L11] it offers what was bought most often first, then latest, and each name once', () => {
  const bought = [
    itemRow('1', { name: 'Tofu' }),
    itemRow('2', { name: 'Milk' }),
    itemRow('3', { name: 'tofu' }),
    itemRow('4', { name: 'Dates' }),
  ].map((row) => ({ ...row, checked: true, deleted: true }));
  const { list } = memoryOf({ items: [...bought, itemRow('5', { name: 'Never bought', deleted: true })] });
  const names = usualNames(list, []);
  expect(names.slice(0, 3)).toEqual(['tofu', 'Dates', 'Milk']);
  expect(names).toHaveLength(8);
  expect(new Set(names).size).toBe(8);
  expect(names).not.toContain('Never bought');
});

test('[O7] the habits of the device come first', () => {
  const { list } = memoryOf({ items: [itemRow('1', { name: 'Tofu', checked: true, deleted: true })] });
  expect(usualNames(list, ['Eggs', 'Rye bread']).slice(0, 4)).toEqual(['Eggs', 'Rye bread', 'Tofu', 'Milk']);
});
