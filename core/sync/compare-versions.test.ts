/** The order of versions that a backend counted and of those that a device took from its clock. */
import { expect, test } from 'vitest';
import { compareVersions, isClockVersion, isRestoredBetween, newestVersion } from './versioned-row.ts';

/** 2026 in milliseconds, as a device assigns versions, and in microseconds, as a restored server does. */
const CLOCK = 1_795_000_000_000;
const RESTORED = CLOCK * 1000;

test('[Y5] versions of a backend are newer than those of a clock, and those after a restore are the newest', () => {
  const ordered = [-1, 0, CLOCK, CLOCK + 1, 1, 40, RESTORED];
  expect([RESTORED, 40, CLOCK + 1, -1, 1, CLOCK, 0].toSorted(compareVersions)).toEqual(ordered);
  expect(ordered.filter(isClockVersion)).toEqual([CLOCK, CLOCK + 1]);
});

test('[Y5] a restore shows in a version that is far above the stored one', () => {
  const hour = 3_600_000_000;
  const pairs = [
    [40, RESTORED],
    [RESTORED + 900, RESTORED + hour],
    [RESTORED, RESTORED + 900],
    [40, 90_000],
    [CLOCK, 40],
  ] as const;
  expect(pairs.map(([stored, received]) => isRestoredBetween(stored, received))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isRestoredBetween(undefined, RESTORED)).toBe(false);
});

test('[Y5] the newest version is that of the backend, if it has any', () => {
  expect([newestVersion(0), newestVersion(0, CLOCK), newestVersion(CLOCK, 3, 7), newestVersion(7, CLOCK)]).toEqual([
    0,
    CLOCK,
    7,
    7,
  ]);
});
