/** The details that the edit dialog sends. */
import { expect, test } from 'vitest';
import { changedDetails } from './edit-item-dialog.tsx';

test('[Q1] saving sends only the details that the shopper changed', () => {
  const first = { amount: 2, unit: 'l', note: null };
  expect(changedDetails(first, first)).toEqual({});
  expect(changedDetails(first, { ...first, amount: 3 })).toEqual({ amount: 3, unit: 'l' });
  expect(changedDetails(first, { ...first, unit: null })).toEqual({ amount: 2, unit: null });
  expect(changedDetails(first, { ...first, note: 'fresh' })).toEqual({ note: 'fresh' });
  expect(changedDetails(first, { amount: null, unit: null, note: null })).toEqual({ amount: null, unit: null });
});
