/** Changing an amount step by step. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepAmount } from './step-amount.ts';
import { ALL_UNITS } from './units.ts';

const walk = (amount: number, unit: string | null, direction: 'up' | 'down'): readonly (number | null)[] => {
  const first = stepAmount({ amount, unit }, direction);
  return [first, first === null ? null : stepAmount({ amount: first, unit }, direction)];
};

test('[Q1] pieces and packages change by one, and measured amounts by steps of their size', () => {
  expect(walk(2, null, 'up')).toEqual([3, 4]);
  expect(walk(1.5, 'pack', 'up')).toEqual([2, 3]);
  expect(walk(2, null, 'down')).toEqual([1, 0.5]);
  expect(walk(0.5, null, 'down')).toEqual([null, null]);
  expect(walk(500, 'g', 'up')).toEqual([550, 600]);
  expect(walk(1000, 'g', 'down')).toEqual([950, 900]);
  expect(walk(2, 'l', 'down')).toEqual([1.5, 1]);
  expect(walk(0.333, 'cup', 'up')).toEqual([0.5, 1]);
  expect(stepAmount({ amount: 1_000_000, unit: null }, 'up')).toBeNull();
});

test('[Q1] a step up and a step down lead back to a round amount', () => {
  const round = fc.record({
    amount: fc.integer({ min: 1, max: 2000 }),
    unit: fc.constantFrom(null, ...ALL_UNITS.map(({ id }) => id)),
  });
  fc.assert(
    fc.property(round, ({ amount, unit }) => {
      const up = stepAmount({ amount, unit }, 'up') ?? 0;
      expect(up).toBeGreaterThan(amount);
      const back = stepAmount({ amount: up, unit }, 'down') ?? 0;
      expect(back).toBeLessThan(up);
      expect(stepAmount({ amount: back, unit }, 'up')).toBe(up);
    }),
  );
});
