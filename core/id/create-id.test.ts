/** Ids of rows. */
import { expect, test } from 'vitest';
import { createId } from './create-id.ts';

test('[L4] an id starts with the time in milliseconds and ends in the random bits', () => {
  expect(createId(1_795_219_200_000, () => '0123456789abcdef')).toBe('1795219200000-0123456789abcdef');
});

test('[L4] ids created while the clock was set to 1970 come before later ones', () => {
  const ids = [9_000_000, 1_795_219_200_000].map((now) => createId(now, () => '0123456789abcdef'));
  expect(ids.toSorted()).toEqual(ids);
});

test('[L4] two devices that add in the same millisecond get two ids', () => {
  const draws = ['0123456789abcdef', 'fedcba9876543210'];
  const draw = (): string => draws.shift() ?? '';
  expect(createId(1, draw)).not.toBe(createId(1, draw));
});
