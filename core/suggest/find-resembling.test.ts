/** Which misspelled names are recognized, and which names are left alone. */
import { expect, test } from 'vitest';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { findResembling } from './find-resembling.ts';
import { createKnownNames } from './known-names.ts';
import type { KnownNames } from './known-names.ts';

const knowCatalogue = (...own: readonly string[]): KnownNames => {
  const known = createKnownNames();
  for (const { name, category } of CATALOGUE_ITEMS) known.remember(name, category, 'catalogue');
  for (const name of own) known.remember(name, 'own');
  return known;
};

test.each([
  ['brocoli', 'Broccoli'],
  ['Brocolli', 'Broccoli'],
  ['strawbery', 'Strawberries'],
  ['bannana', 'Bananas'],
  ['ketchupp', 'Ketchup'],
  ['Mayonaise', 'Mayonnaise'],
  ['shampo', 'Shampoo'],
  ['panut butter', 'Peanut Butter'],
  ['Avacado', 'Avocados'],
])('[L8] %j resembles %j', (typed, name) => {
  expect(findResembling(knowCatalogue(), typed)?.name).toBe(name);
});

test.each([
  ['another word', "za'atar"],
  ['another word that begins with another letter', 'toffee'],
  ['a word of a longer known name', 'chops'],
  ['the beginning of a known name', 'brocc'],
  ['a longer name that begins with a known one', 'applesauce'],
  ['a short word', 'mlik'],
  ['a name with digits', 'omega 6'],
  ['nothing', ''],
  ['a pasted paragraph', 'brocoli '.repeat(400)],
])('[L8] %s resembles none: %j', (_why, typed) => {
  expect(findResembling(knowCatalogue('Omega 3'), typed)).toBeUndefined();
});

test('[L8] the closest name wins, and of equally close names the one used last', () => {
  expect(findResembling(knowCatalogue('Tamarind Paste', 'Tamarind Pasta'), 'tamarind pastu')?.name).toBe(
    'Tamarind Pasta',
  );
  expect(findResembling(knowCatalogue('Broccolini'), 'brocoli')?.name).toBe('Broccoli');
});
