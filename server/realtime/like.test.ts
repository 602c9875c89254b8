/** LIKE in memory. */
import { expect, test } from 'vitest';
import { isLike } from './like.ts';

test('[wire] % is any text, _ one character, a backslash takes the next as it is', () => {
  for (const [text, pattern] of [
    ['', ''],
    ['', '%'],
    ['abc', 'a%c'],
    ['abc', '%%'],
    ['a%c', 'a\\%c'],
    ['👍', '_'],
    ['aXbXc', '%X_'],
    ['mississippi', 'm%iss%pi'],
  ] as const) {
    expect([text, pattern, isLike(text, pattern)]).toEqual([text, pattern, true]);
  }
  for (const [text, pattern] of [
    ['a', ''],
    ['abc', 'a%d'],
    ['abc', 'a\\%c'],
    ['ab', '_'],
    ['ABC', 'abc'],
    ['a', 'a_'],
  ] as const) {
    expect([text, pattern, isLike(text, pattern)]).toEqual([text, pattern, false]);
  }
});

test('[wire] a pattern made to be slow is not', () => {
  const started = performance.now();
  expect(isLike('a'.repeat(20_000), `${'%a'.repeat(200)}%b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
