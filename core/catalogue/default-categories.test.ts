/** The six categories a new account starts with, and what they take of the catalogue. */
import { expect, test } from 'vitest';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { catalogueToDefaultId, DEFAULT_CATEGORIES } from './default-categories.ts';

test('[L2] a new account starts with the six categories and colours of the spec', () => {
  expect(DEFAULT_CATEGORIES.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Produce #10b981',
    'Dairy #3b82f6',
    'Meat #ef4444',
    'Pantry #f59e0b',
    'Frozen #06b6d4',
    'Other #6b7280',
  ]);
});

test('[L8] each category of the catalogue has a default one that takes its items', () => {
  const nameOf = (id: string) => DEFAULT_CATEGORIES[Number(catalogueToDefaultId(id, 'ann').split('-')[1]) - 1]?.name;
  const names = Object.fromEntries(CATALOGUE_CATEGORIES.map(({ id, name }) => [name, nameOf(id)]));
  expect(names).toMatchObject({
    'Fruits & Vegetables': 'Produce',
    'Dairy & Eggs': 'Dairy',
    Seafood: 'Meat',
    'Frozen Foods': 'Frozen',
    'Ice Cream': 'Frozen',
    'Canned Goods': 'Pantry',
    Household: 'Other',
  });
  expect(Object.values(names)).not.toContain(undefined);
});
