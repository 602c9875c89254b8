/** The six categories of a new account, and their catalogue items. */
import { expect, test } from 'vitest';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { catalogueToListId, DEFAULT_CATEGORIES, SAME_CATEGORIES } from './default-categories.ts';

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
