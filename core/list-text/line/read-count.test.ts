/** Measures in a row. */
import { expect, test } from 'vitest';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { skipMeasures } from './read-count.ts';
import { toLine } from './tokens.ts';

test('[Q4] of many measures in a row, a few are read, so that the time to read a line grows in proportion to its length', () => {
  const options = { numbers: createNumberFormat('en-US'), isKnownName: () => false };
  const line = toLine('1g '.repeat(100).trim(), options);
  const single = skipMeasures(toLine('1g', options), 0);
  expect(skipMeasures(line, 0)).toBe(8 * single);
});
