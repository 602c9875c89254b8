import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { createKnownNames, type KnownNames, type NameSource } from './known-names.ts';
import { suggest } from './suggest.ts';

const know = (names: readonly string[], source: NameSource = 'catalogue'): KnownNames => {
  const known = createKnownNames(createNameOrder('en'));
  for (const name of names) known.remember(name, 'c', source);
  return known;
};

const namesFor = (known: KnownNames, text: string, limit?: number): readonly string[] =>
  suggest(known, text, limit).map(({ name }) => name);

describe('suggest', () => {
  test('[L8] ranks an exact match first, then the beginning of the name, of a word, the middle of a word, and a typo', () => {
    const known = know(['Lice', 'Licorice Sticks', 'Fried Rice', 'Rice Cakes', 'Licorice', 'Rice']);
    expect(namesFor(known, 'rice')).toEqual([
      'Rice',
      'Rice Cakes',
      'Fried Rice',
      'Licorice',
      'Licorice Sticks',
      'Lice',
    ]);
  });

  test('[L8] a match with the same accents comes before one without', () => {
    expect(namesFor(know(['Pate', 'Pâté', 'Pâte']), 'pâte')[0]).toBe('Pâte');
  });

  test("[L8] the account's own names come before the catalogue's, latest first", () => {
    const known = know(['Milk', 'Mint']);
    for (const name of ['Millet Flakes', 'Mirin']) known.remember(name, 'c');
    expect(namesFor(known, 'mi')).toEqual(['Mirin', 'Millet Flakes', 'Milk', 'Mint']);
    known.remember('Mint', 'c');
    expect(namesFor(known, 'mi')).toEqual(['Mint', 'Mirin', 'Millet Flakes', 'Milk']);
  });

  test('[L8] among catalogue names the shorter comes first, then the order of names', () => {
    expect(namesFor(know(['Bacon', 'Beans', 'Beer', 'Banana']), 'b')).toEqual(['Beer', 'Bacon', 'Beans', 'Banana']);
  });

  test('[L8] a name in two categories is offered with both', () => {
    const known = createKnownNames();
    for (const { name, category } of CATALOGUE_ITEMS) known.remember(name, category, 'catalogue');
    expect(suggest(known, 'beans').map(({ category }) => category)).toEqual(['6', '12']);
  });

  test.each([
    ['mlik', 'Milk'],
    ['imlk', 'Milk'],
    ['nilk', 'Milk'],
    ['umilk', 'Milk'],
    ['coocnut', 'Coconut Milk'],
    ['brocoli', 'Broccoli'],
    ['brocolli', 'Broccoli'],
    ['strawbery', 'Strawberries'],
    ['tomatos', 'Tomatoes'],
    ['aplle', 'Apples'],
    ['detergant', 'Laundry Detergent'],
    ['ketchp', 'Ketchup'],
    ['mayonaise', 'Mayonnaise'],
  ])('[L8] forgives %s for %s', (typed, name) => {
    const known = know(CATALOGUE_ITEMS.map((item) => item.name));
    expect(suggest(known, typed)).toContainEqual({ name, category: 'c', match: null });
  });

  test('[L8] a short word is never a typo of another', () => {
    expect(namesFor(know(['Ham', 'Jam', 'Yam']), 'ram')).toEqual([]);
  });

  test('[L8] returns the part of the name that was typed', () => {
    const known = know(['Crème Fraîche', 'Green Apples', '有机牛奶', 'חלב טרי', '👨‍👩‍👧 Cake']);
    const part = (text: string): string | undefined => {
      const [first] = suggest(known, text);
      return first?.match ? first.name.slice(...first.match) : undefined;
    };
    expect(part('FRAICHE')).toBe('Fraîche');
    expect(part('  apple ')).toBe('Apple');
    expect(part('牛奶')).toBe('牛奶');
    expect(part('טרי')).toBe('טרי');
    expect(part('👨‍👩‍👧')).toBe('👨‍👩‍👧');
  });

  test.each(['', '   ', '\u200b', 'x'.repeat(200), 'milk'.repeat(10_000), '.*', '[a-z', '\\', '$&', '\ud83c'])(
    '[L8] offers nothing for %j',
    (text) => {
      expect(namesFor(know(CATALOGUE_ITEMS.map((item) => item.name)), text)).toEqual([]);
    },
  );

  test('[L8] finds symbols literally', () => {
    expect(namesFor(know(['Milk (2 l)', 'Sauce *hot*', 'A.B']), '(2')).toEqual(['Milk (2 l)']);
    expect(namesFor(know(['Milk (2 l)', 'Sauce *hot*', 'A.B']), '*')).toEqual(['Sauce *hot*']);
  });

  test('[L8] offers six at most, or as many as asked for', () => {
    const known = know(CATALOGUE_ITEMS.map((item) => item.name));
    expect(namesFor(known, 'c')).toHaveLength(6);
    expect(namesFor(known, 'c', 2)).toEqual(namesFor(known, 'c').slice(0, 2));
    expect(namesFor(known, 'c', 0)).toEqual([]);
  });

  test('[L8] a name is found by any part of it, and is never offered twice', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', ' ', '1', '牛', 'ח'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.nat(), fc.nat(), (names, start, length) => {
        const known = know(names, 'own');
        const wanted = names.at(-1) ?? '';
        const from = start % wanted.length;
        const text = wanted.slice(from, from + 1 + (length % wanted.length));
        fc.pre(text.trim() !== '');
        const found = namesFor(known, text, Infinity);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toContain(wanted);
      }),
    );
  });

  test('[L8] a smaller limit returns the beginning of the full result, typos included', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 5 }), name, fc.integer({ min: 1, max: 6 }), (names, text, limit) => {
        const known = know(names);
        expect(suggest(known, text, limit)).toEqual(suggest(known, text, Infinity).slice(0, limit));
      }),
    );
  });
});
