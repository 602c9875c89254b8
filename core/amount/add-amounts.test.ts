/** Adding up amounts of the same item. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAmounts, stepAmount } from './add-amounts.ts';
import { ALL_UNITS } from './units.ts';

const sum = (a: readonly [number, string | null], b: readonly [number, string | null]) => {
  const added = addAmounts({ amount: a[0], unit: a[1] }, { amount: b[0], unit: b[1] });
  return added && [added.amount, added.unit];
};

test('[Q3] amounts add up where units convert, in the larger unit if that is exact', () => {
  expect(sum([2, null], [1, null])).toEqual([3, null]);
  expect(sum([500, 'g'], [1, 'kg'])).toEqual([1.5, 'kg']);
  expect(sum([1, 'kg'], [0.5, 'g'])).toEqual([1000.5, 'g']);
  expect(sum([250, 'ml'], [1, 'l'])).toEqual([1.25, 'l']);
  expect(sum([1, 'lb'], [8, 'oz'])).toEqual([1.5, 'lb']);
  expect(sum([1, 'dozen'], [6, null])).toEqual([18, null]);
  expect(sum([1, 'pack'], [2, 'pack'])).toEqual([3, 'pack']);
  expect(sum([0.1, null], [0.2, null])).toEqual([0.3, null]);
});

test('[Q3] a sum of at least a kilogram or a liter is in that unit if that is exact', () => {
  expect(sum([500, 'g'], [500, 'g'])).toEqual([1, 'kg']);
  expect(sum([750, 'ml'], [750, 'ml'])).toEqual([1.5, 'l']);
  expect(sum([70, 'cl'], [70, 'cl'])).toEqual([1.4, 'l']);
  expect(sum([5, 'dl'], [50, 'cl'])).toEqual([1, 'l']);
  expect(sum([2, 'lb'], [500, 'g'])).toEqual([1.407, 'kg']);
  expect(sum([600_000, 'g'], [600_000, 'g'])).toEqual([1200, 'kg']);
  expect(sum([499, 'g'], [500, 'g'])).toEqual([999, 'g']);
  expect(sum([1000, 'g'], [0.5, 'g'])).toEqual([1000.5, 'g']);
  expect(sum([500, 'mg'], [500, 'mg'])).toEqual([1000, 'mg']);
  expect(sum([600, null], [600, null])).toEqual([1200, null]);
});

test('[Q3] the sum of a metric and a US unit is metric, and as precise as a kitchen scale', () => {
  expect(sum([250, 'g'], [1, 'lb'])).toEqual([704, 'g']);
  expect(sum([1, 'cup'], [250, 'ml'])).toEqual([487, 'ml']);
  expect(sum([1, 'l'], [1, 'cup'])).toEqual([1.24, 'l']);
  expect(sum([1, 'cup'], [1, 'tbsp'])).toEqual([17, 'tbsp']);
  expect(sum([1, 'EL'], [3, 'TL'])).toEqual([2, 'EL']);
  expect(sum([1, 'EL'], [10, 'ml'])).toEqual([25, 'ml']);
  expect(sum([1, 'Pfund'], [1, 'kg'])).toEqual([1.5, 'kg']);
  expect(sum([1, 'Dose'], [400, 'g'])).toBeNull();
});

test('[Q3] a measure of a recipe is the unit of a sum only with another such measure', () => {
  expect(sum([250, 'ml'], [1, 'TL'])).toEqual([255, 'ml']);
  expect(sum([300, 'ml'], [2, 'EL'])).toEqual([330, 'ml']);
  expect(sum([1, 'l'], [2, 'cda'])).toEqual([1.03, 'l']);
  expect(sum([1, 'l'], [0.333, 'cdta'])).toEqual([1001.665, 'ml']);
  expect(sum([1, 'Pfund'], [10, 'g'])).toEqual([510, 'g']);
  expect(sum([1, 'Pfund'], [1, 'lb'])).toEqual([954, 'g']);
  expect(sum([1, 'cup'], [1, 'EL'])).toEqual([252, 'ml']);
  expect(sum([1, 'tbsp'], [1, 'c. à s.'])).toEqual([29.8, 'ml']);
  expect(sum([2, 'c. à s.'], [3, 'c. à c.'])).toEqual([3, 'c. à s.']);
});

test('[Q3] amounts whose units do not convert do not add up', () => {
  expect(sum([1, 'kg'], [1, 'l'])).toBeNull();
  expect(sum([1, 'pack'], [200, 'g'])).toBeNull();
  expect(sum([1, 'pack'], [1, null])).toBeNull();
  expect(sum([1, 'crate'], [1, 'kg'])).toBeNull();
  expect(sum([1, 'crate'], [1, 'crate'])).toEqual([2, 'crate']);
  expect(sum([1_000_000, null], [1, null])).toBeNull();
});

test('[Q3] the order of two amounts makes no difference', () => {
  const amount = fc.record({
    amount: fc.integer({ min: 1, max: 5000 }),
    unit: fc.constantFrom(null, ...ALL_UNITS.map(({ id }) => id)),
  });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(addAmounts(a, b)).toEqual(addAmounts(b, a));
    }),
  );
});

test('[Q3] pints and gallons are imperial in Britain', () => {
  const [liter, pints] = [
    { amount: 1, unit: 'l' },
    { amount: 2, unit: 'pt' },
  ];
  expect(addAmounts(liter, pints, 'en-GB')).toEqual({ amount: 2.14, unit: 'l' });
  expect(addAmounts(liter, pints, 'en-US')).toEqual({ amount: 1.95, unit: 'l' });
  expect(addAmounts(pints, { amount: 1, unit: 'gal' }, 'en-GB')).toEqual({ amount: 1.25, unit: 'gal' });
  expect(addAmounts(pints, { amount: 20, unit: 'fl oz' }, 'en-GB')).toEqual({ amount: 3, unit: 'pt' });
});

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
