import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { guessCategory, guessEntryCategory } from './guess-category.ts';
import { createKnownNames, type KnownNames } from './known-names.ts';

const knowCatalogue = (): KnownNames => {
  const known = createKnownNames();
  const nameById = new Map(CATALOGUE_CATEGORIES.map(({ id, name }) => [id, name]));
  for (const { name, category } of CATALOGUE_ITEMS) known.remember(name, nameById.get(category) ?? '', 'catalogue');
  return known;
};

describe('guessCategory', () => {
  test('[L8] finds a name with and by the same name with &', () => {
    const known = knowCatalogue();
    known.remember('Half and Half', 'Dairy & Eggs', 'catalogue');
    expect(guessCategory(known, 'half & half')).toBe('Dairy & Eggs');
  });

  test.each([
    ['Milk', 'Dairy & Eggs'],
    ['  PAPER  towels', 'Household'],
    ['Mílk', 'Dairy & Eggs'],
    ['Tomato', 'Fruits & Vegetables'],
    ['paper towel', 'Household'],
    ['Green Apples', 'Fruits & Vegetables'],
    ['Small red apple', 'Fruits & Vegetables'],
    ['Pistachio Ice Cream', 'Frozen Foods'],
    ['Milk (2 l)', 'Dairy & Eggs'],
    ['2 x Bread', 'Bakery'],
    ['Chicken for Sunday', 'Meat'],
    ['Salsa, mild', 'International Foods'],
    ['brocoli', 'Fruits & Vegetables'],
    ['cheese', 'Dairy & Eggs'],
    ['Cheddar', 'Dairy & Eggs'],
    ['juices', 'Beverages'],
    ['toilet', 'Household'],
  ])('[L8] puts %j into %s', (name, category) => {
    expect(guessCategory(knowCatalogue(), name)).toBe(category);
  });

  test.each([
    '',
    '   ',
    'Hammer',
    "za'atar",
    '.*',
    '([',
    '🍎',
    '牛奶',
    'x'.repeat(200),
    'milk '.repeat(2000),
    '\ud800',
  ])('[L8] leaves %j to the shopper', (name) => {
    expect(guessCategory(knowCatalogue(), name)).toBeNull();
  });

  test('[L8] what is in a tin is with what the shopper has from tins', () => {
    const known = knowCatalogue();
    expect(guessCategory(known, 'tin of apples')).toBe('Canned Goods');
    expect(guessEntryCategory(known, { name: 'apples', unit: 'can' })).toBe('Canned Goods');
    expect(guessEntryCategory(known, { name: 'apples', unit: 'bag' })).toBe('Fruits & Vegetables');
    known.remember('Canned Tuna', 'Tins');
    expect(guessCategory(known, 'tin apples')).toBe('Tins');
    expect(guessCategory(createKnownNames(), 'tin apples')).toBeNull();
  });

  test('[L8] a part of known names picks their category only if all of them have the same', () => {
    const known = createKnownNames();
    known.remember('Goat Cheese', 'dairy');
    known.remember('Cream Cheese', 'dairy');
    expect(guessCategory(known, 'cheese')).toBe('dairy');
    known.remember('Mac and Cheese', 'frozen');
    expect(guessCategory(known, 'cheese')).toBeNull();
    expect(guessCategory(known, 'and')).toBeNull();
    expect(guessCategory(known, 'chee')).toBeNull();
  });

  test('[L8] an exact match counts more than a match that ignores accents', () => {
    const known = createKnownNames();
    known.remember('Pâte', 'bakery');
    known.remember('Pâté', 'deli');
    expect(guessCategory(known, 'pâte')).toBe('bakery');
    expect(guessCategory(known, 'PÂTÉ')).toBe('deli');
    expect(guessCategory(known, 'pate')).toBe('deli');
  });

  test('[L8] a remark after a comma decides nothing, unless the thing before it is unknown', () => {
    const known = createKnownNames();
    known.remember('Flour', 'baking');
    known.remember('Cake', 'bakery');
    known.remember('Beans, baked', 'cans');
    expect(guessCategory(known, 'flour, for the cake')).toBe('baking');
    expect(guessCategory(known, 'wheat flour; 2 bags, for cake')).toBe('baking');
    expect(guessCategory(known, 'sprinkles, for the cake')).toBe('bakery');
    expect(guessCategory(known, 'beans, baked')).toBe('cans');
    expect(guessCategory(known, 'cake 1,5')).toBe('bakery');
  });

  test('[L8] the first word decides in languages that put the noun first', () => {
    const known = createKnownNames();
    known.remember('Pommes', 'fruits');
    known.remember('تفاح', 'فواكه');
    expect(guessCategory(known, 'Pomme verte')).toBe('fruits');
    expect(guessCategory(known, 'تفاح أخضر')).toBe('فواكه');
  });

  test.each(['🍎', '🍎🍏', '牛奶', 'חלב', 'ไข่', '.*', 'A&B'])('[L8] recognizes %j', (name) => {
    const known = createKnownNames();
    known.remember(name, 'here');
    expect(guessCategory(known, ` ${name} `)).toBe('here');
  });

  test('[L8] every remembered name is recognized, and no text makes it throw', () => {
    const known = knowCatalogue();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        guessCategory(known, name);
        const own = createKnownNames();
        own.remember(name, 'here');
        expect(guessCategory(own, name)).toBe(own.size() === 1 ? 'here' : null);
      }),
    );
  });
});
