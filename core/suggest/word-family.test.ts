import { expect, test } from 'vitest';
import { wordFamilies } from './word-family.ts';

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
