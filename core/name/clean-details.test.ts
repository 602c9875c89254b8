/** Cleaning the amount, unit and note of an item. */
import { expect, test } from 'vitest';
import { cleanDetails } from './clean-details.ts';

test('[Q1] an amount is a positive number', () => {
  for (const amount of [0, -1, Number.NaN, Infinity, 1e9]) {
    expect(cleanDetails({ amount })).toEqual({ ok: true, value: { amount: null } });
  }
  expect(cleanDetails({ amount: 1.5, unit: ' kg ' })).toEqual({ ok: true, value: { amount: 1.5, unit: 'kg' } });
});

test('[Q1] a note is cleaned, has at most 200 characters, and is null if it is blank', () => {
  expect(cleanDetails({ note: ' ripe\n' })).toEqual({ ok: true, value: { note: 'ripe' } });
  expect(cleanDetails({ note: ' ', unit: '' })).toEqual({ ok: true, value: { note: null, unit: null } });
  expect(cleanDetails({ note: 'x'.repeat(200) })).toMatchObject({ ok: true });
  expect(cleanDetails({ note: 'x'.repeat(201) })).toEqual({
    ok: false,
    failure: { type: 'long-detail', detail: 'note' },
  });
});
