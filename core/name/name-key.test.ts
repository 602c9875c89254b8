import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseKey, nameKey } from './name-key.ts';

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
