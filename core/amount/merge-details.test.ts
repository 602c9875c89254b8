/** Adding an entry to an item that the list already has. */
import { describe, expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { fitsNote, mergeDetails, mergeItems } from './merge-details.ts';

const NONE = { amount: null, unit: null, note: null };
const merge = (existing: object, added: object) =>
  mergeDetails(itemRow('milk', existing), { name: 'milk', ...NONE, ...added });

describe('adding to an item of the list', () => {
  test('[Q3] adds up the amounts of an unchecked item where units convert', () => {
    expect(merge({ amount: 500, unit: 'ml' }, { amount: 1, unit: 'l' })).toEqual({
      details: { amount: 1.5, unit: 'l', note: null },
      conflict: null,
    });
    expect(merge({}, { amount: 2 })).toEqual({ details: { ...NONE, amount: 2 }, conflict: null });
    expect(merge({ amount: 2 }, {})).toEqual({ details: { note: null }, conflict: null });
  });

  test('[Q3] asks which amount to keep where they do not', () => {
    expect(merge({ amount: 2, unit: 'pack' }, { amount: 1, unit: 'l' })).toEqual({
      details: { note: null },
      conflict: { amount: 1, unit: 'l' },
    });
  });

  test('[Q3] gives a checked item, and a new one, the new amount', () => {
    const added = { name: 'milk', amount: 1, unit: 'l', note: 'fresh' };
    const taken = { details: { amount: 1, unit: 'l', note: 'fresh' }, conflict: null };
    expect(merge({ checked: true, amount: 2, unit: 'pack', note: 'old' }, added)).toEqual(taken);
    expect(mergeDetails(undefined, added)).toEqual(taken);
  });

  test('[Q3] keeps the note of an unchecked item before the new one', () => {
    expect(merge({ note: 'fresh' }, { note: 'organic' }).details).toEqual({ note: 'fresh, organic' });
    expect(merge({ note: 'fresh, organic' }, { note: 'fresh' }).details).toEqual({ note: 'fresh, organic' });
    expect(merge({ note: 'x'.repeat(195) }, { note: 'organic' }).details).toEqual({ note: 'x'.repeat(195) });
    expect(merge({ note: 'unsalted' }, { note: 'salted' }).details).toEqual({ note: 'unsalted, salted' });
    expect(merge({ note: 'fresh, organic' }, { note: 'organic, cold' }).details).toEqual({
      note: 'fresh, organic, cold',
    });
  });

  test('[Q3] reports whether a note has room for another one', () => {
    expect(fitsNote('x'.repeat(195), 'organic')).toBe(false);
    expect(fitsNote('x'.repeat(180), 'organic')).toBe(true);
    expect(fitsNote(`organic, ${'x'.repeat(190)}`, 'organic')).toBe(true);
    expect(fitsNote(null, 'organic')).toBe(true);
  });
});

const mergeTomatoes = (kept: object, merged: object) =>
  mergeItems(itemRow('tomatoes', kept), {
    name: 'tomatoes',
    amount: null,
    unit: null,
    note: null,
    checked: false,
    ...merged,
  });

test('[Q3] the amounts of unchecked items add up, and both notes stay', () => {
  expect(mergeTomatoes({ amount: 500, unit: 'g', note: 'ripe' }, { amount: 1, unit: 'kg', note: 'red' })).toEqual({
    details: { amount: 1.5, unit: 'kg', note: 'ripe, red' },
    conflict: null,
    checked: false,
  });
});

test('[Q3] amounts that do not convert are a conflict', () => {
  expect(mergeTomatoes({ amount: 2, unit: 'can' }, { amount: 1, unit: 'kg' }).conflict).toEqual({
    amount: 1,
    unit: 'kg',
  });
});

test('[Q3] an unchecked item that is merged into a checked one brings it back with its amount', () => {
  const merged = mergeTomatoes({ amount: 2, checked: true }, { amount: 3 });
  expect(merged).toEqual({ details: { amount: 3, unit: null, note: null }, conflict: null, checked: false });
});

test('[Q3] the amount of a checked item does not count toward what is left to buy, and its note stays', () => {
  const merged = mergeTomatoes({ amount: 2, note: 'ripe' }, { amount: 3, note: 'red', checked: true });
  expect(merged).toEqual({ details: { note: 'ripe, red' }, conflict: null, checked: false });
});

test('[Q3] two checked items add up and stay checked', () => {
  const merged = mergeTomatoes({ amount: 2, checked: true }, { amount: 3, checked: true });
  expect(merged).toEqual({ details: { amount: 5, unit: null, note: null }, conflict: null, checked: true });
});
