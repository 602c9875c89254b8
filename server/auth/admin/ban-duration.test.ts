/** The duration of a ban, parsed from text. */
import { expect, test } from 'vitest';
import { parseBanDuration } from './write-user.ts';

const now = new Date('2026-11-21T00:00:00Z');

test('[wire] a ban lasts as long as the sum of its parts', () => {
  expect(parseBanDuration('24h', now)).toEqual(new Date('2026-11-22T00:00:00Z'));
  expect(parseBanDuration('1h30m', now)).toEqual(new Date('2026-11-21T01:30:00Z'));
  expect(parseBanDuration('1.5s', now)).toEqual(new Date('2026-11-21T00:00:01.500Z'));
  expect(parseBanDuration('876000h', now)).toBeInstanceOf(Date);
});

test('[wire] `none` lifts a ban, and an empty value keeps it', () => {
  expect(parseBanDuration('none', now)).toBeNull();
  expect(parseBanDuration('', now)).toBeUndefined();
});

test('[wire] other values are not durations', () => {
  for (const text of ['x', '5', 'h', '-1h', '1d', '1h ', '9'.repeat(50), '99999999999h', '1e9h']) {
    expect([text, parseBanDuration(text, now)]).toEqual([text, 'invalid']);
  }
});
