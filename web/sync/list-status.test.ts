/** The sync counts in the header. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { countSentence } from './list-status.tsx';

await speakEnglish();

const status = (pending: number, rows: number | null = null) => ({
  pending,
  firstSync: rows === null ? null : { rows },
  rejected: [],
  hasPulled: true,
});

test('[spec-2] counts items as syncing while online, and as waiting while offline', () => {
  expect(countSentence(status(3), true)).toBe('3 items syncing');
  expect(countSentence(status(1), true)).toBe('1 item syncing');
  expect(countSentence(status(12), false)).toBe('12 items waiting');
});

test('[spec-2] shows nothing when nothing is waiting to sync', () => {
  expect(countSentence(status(0), true)).toBe(null);
  expect(countSentence(status(0), false)).toBe(null);
});

test('[Y10] the first download is shown, unless own changes are syncing', () => {
  expect(countSentence(status(0, 7), true)).toBe('Downloading your list');
  expect(countSentence(status(0, 7), false)).toBe(null);
  expect(countSentence(status(2, 7), true)).toBe('2 items syncing');
});
