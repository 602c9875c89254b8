/** The measure of growth tells proportional time from squared time. */
import { expect, test } from 'vitest';
import { hasLinearGrowth } from './growth.ts';

const measure = (timeOf: (length: number) => number): boolean => {
  let time = 0;
  const read = (text: string): void => void (time += timeOf(text.length));
  return hasLinearGrowth(
    (length) => 'a'.repeat(length),
    read,
    () => time,
  );
};

test('a time that grows in proportion to the length is linear, also with a small start-up time', () => {
  expect(measure((length) => length)).toBe(true);
  expect(measure((length) => 1000 + length)).toBe(true);
});

test('a time that grows with the square of the length is not linear, even if that part is small at first', () => {
  expect(measure((length) => length ** 2)).toBe(false);
  expect(measure((length) => length + length ** 2 / 4000)).toBe(false);
});
