import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseKey, nameKey, createNameOrder } from './name-key.ts';

const anyName = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
const cased = fc.string({
  unit: fc.constantFrom('a', 'Z', 'İ', 'ß', 'é', 'É', 'ø', 'Æ', 'σ', 'ς', 'Σ', 'ж', 'Ж', ' ', '1'),
});

describe('nameKey', () => {
  test.each([
    ['Milk', ' MILK '],
    ['Oat  Milk', 'oat\u00a0milk'],
    ['Crème', 'CRE\u0300ME'],
    ['ｍｉｌｋ', 'Milk'],
    ['Süßkartoffeln', 'SÜSSKARTOFFELN'],
    ['ΠΟΡΤΟΚΑΛΙΑ ΜΕΛΟΣ', 'πορτοκαλια μελος'],
    ["Ben's", 'BEN’S'],
    ['☕️', '☕'],
    ['oat\u00admilk', 'oatmilk'],
  ])('[L9] %j and %j are the same name', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  test.each([
    ['pâte', 'pâté'],
    ['Milk', 'Milk 2'],
    ['かき', 'かぎ'],
    ['דג', 'דגים'],
  ])('[L9] %j and %j are not', (a, b) => {
    expect(nameKey(a)).not.toBe(nameKey(b));
  });

  test('[L9] the key of a key is that key', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
      }),
      { numRuns: 5000 },
    );
  });

  test('[L9] case never matters', () => {
    fc.assert(
      fc.property(cased, (name) => {
        expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
        expect(nameKey(name.toUpperCase())).toBe(nameKey(name));
      }),
    );
  });
});

describe('looseKey', () => {
  test.each([
    ['Crème Fraîche', 'creme fraiche'],
    ['Smørrebrød', 'smorrebrod'],
    ['Äpfel', 'apfel'],
    ['İçecek ISPANAK ılık', 'icecek ispanak ilik'],
    ['Cœur de bœuf', 'coeur de boeuf'],
    ['שָׁלוֹם', 'שלום'],
    ['حَلِيب', 'حليب'],
    ['أرز', 'ارز'],
  ])('[L8] %j is found as %j', (name, key) => {
    expect(looseKey(name)).toBe(key);
  });

  test.each([
    ['दूध', 'दध'],
    ['かき', 'かぎ'],
    ['ไข่', 'ไข'],
    ['סו־שי', 'סושי'],
  ])('[L8] %j is not %j: the mark is a letter', (a, b) => {
    expect(looseKey(a)).not.toBe(looseKey(b));
  });

  test('[L8] same names have the same loose key, and the loose key of a loose key is itself', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(looseKey(nameKey(name))).toBe(looseKey(name));
        expect(looseKey(looseKey(name))).toBe(looseKey(name));
      }),
      { numRuns: 5000 },
    );
  });
});

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
