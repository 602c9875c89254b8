/** When and for whom an invitation works. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { describeValidity } from './invitations.tsx';

await speakEnglish();

const NOW = '2026-11-22T08:00:00.000Z';

test.each([
  ['2026-11-29T08:00:00.000Z', 20, 'Works for 7 days, for up to 20 people.'],
  ['2026-11-29T07:58:00.000Z', 19, 'Works for 7 days, for up to 19 people.'],
  ['2026-11-23T08:05:00.000Z', 1, 'Works for 1 day, for up to 1 person.'],
  ['2026-11-22T09:00:00.000Z', 2, 'Works for less than a day, for up to 2 people.'],
])('[H3] an invitation that expires at %s', (expiresAt, usesLeft, text) => {
  expect(describeValidity({ expiresAt, usesLeft }, NOW)).toBe(text);
});
