/** How long an attempt waits after a failure. */
import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

/** The shortest and the longest wait in milliseconds. */
const range = (before: number, retryAfterMs: number | null) =>
  [0, 0.999_999].map((random) => Math.round(retryDelay({ before, retryAfterMs }, random))).toSorted((a, b) => a - b);

test('[Y4] a wait is at least half of its delay, and never longer', () => {
  expect([0, 1, 2, 3, 40].map((before) => range(before, null))).toEqual([
    [500, 1000],
    [1000, 2000],
    [2500, 5000],
    [5000, 10_000],
    [5000, 10_000],
  ]);
});

test('[Y4] a wait is never shorter than the server asked for, and at most half longer', () => {
  expect(range(0, 30_000)).toEqual([30_000, 45_000]);
  // A server that asks for less does not cancel the growing delays.
  expect(range(9, 1000)).toEqual([10_000, 15_000]);
});

test('[Y4] a server cannot ask for more than five minutes', () => {
  expect(range(0, 86_400_000)).toEqual([300_000, 450_000]);
});
