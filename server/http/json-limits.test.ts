/** The limits of JSON texts. */
import { expect, test } from 'vitest';
import { findJsonExcess } from './json-limits.ts';

const limits = { depth: 3, values: 5 };

test.each([
  ['[[[1]]]', null],
  ['[[[[1]]]]', 'depth'],
  ['{"a":{"b":{"c":{}}}}', 'depth'],
  ['[1,2,3,4]', null],
  ['[1,2,3,4,5]', 'values'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 'values'],
  [String.raw`["[[[[,,,,,,\"[[[[", "\\"]`, null],
  ['"unclosed [[[[', null],
  ['', null],
  ['[1e999,-2.5E-30]', null],
  ['{"a":1e1000}', 'exponent'],
  ['[1.5E+100000]', 'exponent'],
  ['[1e-1000]', 'exponent'],
  ['[1e0000100000]', 'exponent'],
  ['{"1e1000":"1e1000","b":[true,false]}', null],
] as const)('%s exceeds %s', (text, excess) => {
  expect(findJsonExcess(text, limits)).toBe(excess);
});

test('[H12] exponents have a limit together, which no list of numbers that people write reaches', () => {
  const most = { depth: 3, values: 100_000 };
  expect(findJsonExcess(`[${'1e308,'.repeat(1_000)}1]`, most)).toBe('exponent');
  expect(findJsonExcess(`[${'1e-7,'.repeat(10_000)}1]`, most)).toBe(null);
});

test('[wire] two megabytes of values are refused quickly', () => {
  const begun = performance.now();
  expect(findJsonExcess(`[${'1,'.repeat(1_000_000)}1]`, { depth: 10, values: 100_000 })).toBe('values');
  expect(performance.now() - begun).toBeLessThan(2_000);
});
