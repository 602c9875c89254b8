import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import {
  CATALOGUE_CATEGORIES,
  CATALOGUE_ITEMS,
  catalogueToListId,
  DEFAULT_CATEGORIES,
  SAME_CATEGORIES,
} from './catalogue.ts';

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

test('[L2] a new account starts with the six categories and colors of the spec', () => {
  expect(DEFAULT_CATEGORIES.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Produce #10b981',
    'Dairy #3b82f6',
    'Meat #ef4444',
    'Pantry #f59e0b',
    'Frozen #06b6d4',
    'Other #6b7280',
  ]);
});

test('[L8] each category of the catalogue maps to a default one, or to itself if none matches', () => {
  const nameOf = (id: string): string | undefined => {
    const place = /^default-(\d)-ann$/u.exec(catalogueToListId(id, 'ann'))?.[1];
    return place === undefined ? catalogueToListId(id, 'ann') : DEFAULT_CATEGORIES[Number(place) - 1]?.name;
  };
  const names = Object.fromEntries(CATALOGUE_CATEGORIES.map(({ id, name }) => [name, nameOf(id)]));
  expect(names).toMatchObject({
    'Fruits & Vegetables': 'Produce',
    'Dairy & Eggs': 'Dairy',
    Seafood: 'Meat',
    'Frozen Foods': 'Frozen',
    'Ice Cream': 'Frozen',
    'Canned Goods': 'Pantry',
    Beverages: '8-ann',
    Household: '9-ann',
    'Personal Care': '10-ann',
    'Pet Supplies': '19-ann',
    'Misc e.g. (Flowers, Gift Cards, Tape)': 'Other',
    Pharmacy: '23-ann',
    Deli: '16-ann',
  });
  expect(Object.values(names)).not.toContain(undefined);
});

test('[L8] the default categories and the catalogue’s for the same goods are paired by their names', () => {
  const catalogueNames = CATALOGUE_CATEGORIES.map(({ name }) => name);
  const defaultNames = DEFAULT_CATEGORIES.map(({ name }) => name);
  for (const [one, other] of SAME_CATEGORIES) {
    expect(defaultNames).toContain(one);
    expect(catalogueNames).toContain(other);
  }
  const paired = SAME_CATEGORIES.map(([one]) => one);
  expect(defaultNames.filter((name) => !paired.includes(name) && !catalogueNames.includes(name))).toEqual([]);
});
