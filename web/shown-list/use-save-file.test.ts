/** The day in the names of saved files, in several time zones. */
import { afterEach, expect, test, vi } from 'vitest';
import { localDay } from './use-save-file.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['America/New_York', '2026-11-28T01:00:00.000Z', '2026-11-27'],
  ['America/New_York', '2026-07-01T03:30:00.000Z', '2026-06-30'],
  ['Australia/Sydney', '2026-12-31T22:00:00.000Z', '2027-01-01'],
  ['UTC', '2026-11-28T01:00:00.000Z', '2026-11-28'],
])('[D2] in %s, a file saved at %s has the day %s', (timeZone, time, day) => {
  vi.stubEnv('TZ', timeZone);
  expect(localDay(time)).toBe(day);
});
