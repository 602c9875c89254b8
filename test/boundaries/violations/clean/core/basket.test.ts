/** The basket's tests may use any tool. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addWeight } from './basket.ts';

it('adds weight', () => {
  expect(addWeight({ weight: 1, full: false }, 2).weight).toBe(3);
});

it('[L1] adds any weight', () => {
  fc.assert(fc.property(fc.integer(), (weight) => addWeight({ weight: 0, full: false }, weight).weight === weight));
});
