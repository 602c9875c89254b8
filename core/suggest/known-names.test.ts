import { expect, test } from 'vitest';
import { createKnownNames } from './known-names.ts';

test('[L8] a name is known once in each category, as it was last written', () => {
  const known = createKnownNames();
  known.remember('milk', 'dairy');
  known.remember('MILK ', 'dairy');
  known.remember('Milk', 'drinks');
  expect(known.size()).toBe(2);
  expect([...known.list()].map(({ name }) => name)).toEqual(['MILK ', 'Milk']);
});

test('[L8] the category a name was last used with wins', () => {
  const known = createKnownNames();
  known.remember('Milk', 'dairy');
  known.remember('Milk', 'drinks');
  expect(known.find('key', 'milk')?.category).toBe('drinks');
  known.remember('Milk', 'dairy');
  expect(known.find('key', 'milk')?.category).toBe('dairy');
});

test('[L8] what the shopper added wins over the catalogue, whichever came first', () => {
  const known = createKnownNames();
  known.remember('milk', 'drinks');
  known.remember('Milk', 'drinks', 'catalogue');
  known.remember('Milk', '2', 'catalogue');
  expect(known.find('key', 'milk')).toMatchObject({ name: 'milk', category: 'drinks' });
});

test('[L8] a name without anything to see is not remembered', () => {
  const known = createKnownNames();
  for (const name of ['', '  ', '\u200b']) known.remember(name, 'dairy');
  expect(known.size()).toBe(0);
  expect(known.find('families', '')).toBeUndefined();
});

test('[L8] a name without words is no kin of another', () => {
  const known = createKnownNames();
  known.remember('🍎', 'fruit');
  expect(known.find('families', '')).toBeUndefined();
});
