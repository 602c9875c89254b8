import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('a value is computed on its first use, and once for each key', () => {
  const computed: string[] = [];
  const lengthOf = memoize((text: string) => computed.push(text) + text.length);
  expect(computed).toEqual([]);
  expect([lengthOf('milk'), lengthOf('eggs!'), lengthOf('milk')]).toEqual([5, 7, 5]);
  expect(computed).toEqual(['milk', 'eggs!']);
});
