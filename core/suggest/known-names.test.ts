import { expect, test } from 'vitest';
import { createKnownNames, wordFamilies } from './known-names.ts';

test('[L8] a name is known once in each category, in its last spelling', () => {
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

test('[L8] a name that the shopper added wins over the catalogue, in any order', () => {
  const known = createKnownNames();
  known.remember('milk', 'drinks');
  known.remember('Milk', 'drinks', 'catalogue');
  known.remember('Milk', '2', 'catalogue');
  expect(known.find('key', 'milk')).toMatchObject({ name: 'milk', category: 'drinks' });
});

test('[L8] an invisible name is not remembered', () => {
  const known = createKnownNames();
  for (const name of ['', '  ', '\u200b']) known.remember(name, 'dairy');
  expect(known.size()).toBe(0);
  expect(known.find('families', '')).toBeUndefined();
});

test('[L8] a name without words resembles no other name', () => {
  const known = createKnownNames();
  known.remember('🍎', 'fruit');
  expect(known.find('families', '')).toBeUndefined();
});

test.each([
  ['apple', 'apples'],
  ['tomato', 'tomatoes'],
  ['berry', 'berries'],
  ['cookie', 'cookies'],
  ['loaf', 'loaves'],
  ['radish', 'radishes'],
  ['glass', 'glasses'],
  ['olive', 'olives'],
  ['pea', 'peas'],
  ['box', 'boxes'],
  ['ice cream', 'ice creams'],
  ['half & half', 'half-half'],
])('[L8] %s and %s are one family', (one, many) => {
  expect(wordFamilies(one)).toEqual(wordFamilies(many));
});

test.each([
  ['pasta', 'paste'],
  ['gas', 'ga'],
  ['bean', 'bread'],
  ['牛奶', '牛'],
  ['दूध', 'दधी'],
])('[L8] %s and %s are not', (a, b) => {
  expect(wordFamilies(a)).not.toEqual(wordFamilies(b));
});

test.each(['', ' ', '🍎', '.*(['])('[L8] %j has no words', (text) => {
  expect(wordFamilies(text)).toEqual([]);
});
