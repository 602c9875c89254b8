/** Merging two items of a list. */
import { expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { mergeItems } from './merge-items.ts';

const merge = (kept: object, merged: object) =>
  mergeItems(itemRow('tomatoes', kept), {
    name: 'tomatoes',
    amount: null,
    unit: null,
    note: null,
    checked: false,
    ...merged,
  });

test('[Q3] the amounts of unchecked items add up, and both notes stay', () => {
  expect(merge({ amount: 500, unit: 'g', note: 'ripe' }, { amount: 1, unit: 'kg', note: 'red' })).toEqual({
    details: { amount: 1.5, unit: 'kg', note: 'ripe, red' },
    conflict: null,
    checked: false,
  });
});

test('[Q3] amounts that do not convert are a conflict', () => {
  expect(merge({ amount: 2, unit: 'can' }, { amount: 1, unit: 'kg' }).conflict).toEqual({ amount: 1, unit: 'kg' });
});

test('[Q3] an unchecked item that is merged into a checked one brings it back with its amount', () => {
  const merged = merge({ amount: 2, checked: true }, { amount: 3 });
  expect(merged).toEqual({ details: { amount: 3, unit: null, note: null }, conflict: null, checked: false });
});

test('[Q3] the amount of a checked item does not count toward what is left to buy, and its note stays', () => {
  const merged = merge({ amount: 2, note: 'ripe' }, { amount: 3, note: 'red', checked: true });
  expect(merged).toEqual({ details: { note: 'ripe, red' }, conflict: null, checked: false });
});

test('[Q3] two checked items add up and stay checked', () => {
  const merged = merge({ amount: 2, checked: true }, { amount: 3, checked: true });
  expect(merged).toEqual({ details: { amount: 5, unit: null, note: null }, conflict: null, checked: true });
});
