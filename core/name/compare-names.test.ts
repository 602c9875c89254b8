import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNameOrder } from './compare-names.ts';

describe('the order of names', () => {
  test('[L5] reads numbers as numbers', () => {
    expect(['Soup 10', 'Soup 9', 'Soup'].toSorted(createNameOrder('en'))).toEqual(['Soup', 'Soup 9', 'Soup 10']);
  });

  test('[L5] ignores case and accents', () => {
    const order = createNameOrder('en');
    expect(['éclairs', 'Eggs', 'Figs', 'Zucchini', 'apples'].toSorted(order)).toEqual([
      'apples',
      'éclairs',
      'Eggs',
      'Figs',
      'Zucchini',
    ]);
    expect(order('MILK', 'milk')).toBe(0);
    expect(order('pâté', 'pate')).toBe(0);
  });

  test("[L5] follows the shopper's language", () => {
    expect(['zebra', 'ärter'].toSorted(createNameOrder('sv'))).toEqual(['zebra', 'ärter']);
    expect(['zebra', 'ärter'].toSorted(createNameOrder('de'))).toEqual(['ärter', 'zebra']);
  });

  test.each(['en_US', '', '!', 'C', 'x'.repeat(500)])('[L5] sorts even if %j is not a language', (locale) => {
    expect(['Milk', 'Apples'].toSorted(createNameOrder(locale))).toEqual(['Apples', 'Milk']);
  });

  test('[L5] is antisymmetric and transitive', () => {
    const order = createNameOrder(undefined);
    const name = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0);
        const [first, second, third] = [a, b, c].toSorted(order);
        expect(order(first ?? '', second ?? '')).toBeLessThanOrEqual(0);
        expect(order(first ?? '', third ?? '')).toBeLessThanOrEqual(0);
      }),
    );
  });
});
