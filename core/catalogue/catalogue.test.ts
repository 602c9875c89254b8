import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from './catalogue.ts';

const itemsOf = (categoryName: string): readonly string[] => {
  const id = CATALOGUE_CATEGORIES.find(({ name }) => name === categoryName)?.id;
  return CATALOGUE_ITEMS.filter(({ category }) => category === id).map(({ name }) => name);
};

describe('the seed catalogue', () => {
  test('[L1] has the 23 categories in the order and with the names of the spec, ids "1" to "23"', () => {
    expect(CATALOGUE_CATEGORIES.map(({ name }) => name)).toEqual([
      'Fruits & Vegetables',
      'Dairy & Eggs',
      'Meat',
      'Seafood',
      'Bakery',
      'Pantry',
      'Frozen Foods',
      'Beverages',
      'Household',
      'Personal Care',
      'Snacks',
      'Canned Goods',
      'Condiments & Sauces',
      'Pasta & Rice',
      'Breakfast',
      'Deli',
      'International Foods',
      'Baking Supplies',
      'Pet Supplies',
      'Ice Cream',
      'Misc e.g. (Flowers, Gift Cards, Tape)',
      'Salads',
      'Pharmacy',
    ]);
    expect(CATALOGUE_CATEGORIES.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, at) => String(at + 1)));
    expect(CATALOGUE_CATEGORIES.every(({ color, inList }) => color === '' && inList)).toBe(true);
  });

  test('[L1] has 130 unchecked items, ids "1" to "130"', () => {
    expect(CATALOGUE_ITEMS.map(({ id }) => id)).toEqual(Array.from({ length: 130 }, (_, at) => String(at + 1)));
    expect(CATALOGUE_ITEMS.every(({ checked }) => !checked)).toBe(true);
  });

  test('[L1] names every example of the spec', () => {
    const names = new Set(CATALOGUE_ITEMS.map(({ name }) => name));
    const examples =
      'Apples,Bananas,Milk,Eggs,Chicken,Salmon,Bread,Rice,Coffee,Paper Towels,Shampoo,Chips,Soup,Ketchup,Cereal,Sliced Turkey,Salsa,Baking Powder,Dog Food,Vanilla Ice Cream,Flowers,Caesar Salad,Vitamins';
    expect(examples.split(',').filter((name) => !names.has(name))).toEqual([]);
  });

  test('[L1] keeps Beans in Pantry and in Canned Goods, and Ice Cream in Frozen Foods', () => {
    expect(itemsOf('Pantry')).toContain('Beans');
    expect(itemsOf('Canned Goods')).toContain('Beans');
    expect(itemsOf('Frozen Foods')).toContain('Ice Cream');
    expect(itemsOf('Ice Cream')).toContain('Vanilla Ice Cream');
  });

  test('[L1] has at least three items in every category, and none twice', () => {
    for (const { name } of CATALOGUE_CATEGORIES) {
      const keys = itemsOf(name).map(nameKey);
      expect(keys.length).toBeGreaterThanOrEqual(3);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('[L1] has clean, capitalized names', () => {
    for (const { name } of [...CATALOGUE_CATEGORIES, ...CATALOGUE_ITEMS]) {
      expect(cleanName(name)).toEqual({ ok: true, value: name });
      expect(name).toMatch(/^[A-Z]/u);
    }
  });
});
