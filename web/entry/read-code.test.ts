/** Codes as people type them. */
import { expect, test } from 'vitest';
import { readCode } from './read-code.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 12-34-56 ', '123456'],
  ['Your code is 654321.', '654321'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['1234567890', '123456'],
  ['12a', '12'],
  ['', ''],
])('[A3] %j is read as the code %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});
