/** Reading the ranks of a category from the keys that backends and list files have (product O1). */
import { expect, test } from 'vitest';
import { keysToRanks } from './keyed-fields.ts';

test('[O1] [H12] the ranks of the list are read, however many keys stand before them', () => {
  const junk = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`k${at}`, at]));
  const ranks = keysToRanks({ ...junk, list: 1, start: 2 });
  expect(ranks).toMatchObject({ 'rank:list': 1, 'rank:start': 2, 'rank:k0': 0 });
  expect(Object.keys(ranks)).toHaveLength(64);
});
