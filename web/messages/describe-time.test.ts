/** Descriptions of times. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { describeMoment, describeTime } from './describe-time.ts';

await speakEnglish();

const NOW = '2026-11-21T12:00:00.000Z';

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T12:05:00Z', 'just now'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T10:00:00Z', '2 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00+00:00', '20 days ago'],
  ['2026-11-21 11:55:00.123+00', '5 minutes ago'],
  ['someday', 'someday'],
])('[A3] %j is %j', (time, words) => {
  expect(describeTime(time, NOW)).toBe(words);
});

test('[A3] a time has its day and its minute, which distinguishes two devices of one day', () => {
  const morning = describeMoment('2026-11-21T10:04:00Z');
  expect(morning).toMatch(/^Nov 2[0-2], \d{2}:04$/u);
  expect(morning).not.toBe(describeMoment('2026-11-21T10:05:00Z'));
  expect(morning).not.toBe(describeMoment('2026-11-20T10:04:00Z'));
  expect(describeMoment('someday')).toBe('someday');
});
