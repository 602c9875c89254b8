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

const online = { isOnline: true, areItems: true };
const offline = { isOnline: false, areItems: true };

test('[spec-2] counts items as syncing while online, and as waiting while offline', () => {
  expect(countSentence(status(3), online)).toBe('3 items syncing');
  expect(countSentence(status(1), online)).toBe('1 item syncing');
  expect(countSentence(status(12), offline)).toBe('12 items waiting');
});

test('[spec-2] [O1] changes that are not of items, such as a new order of the categories, are not called items', () => {
  expect(countSentence(status(1), { ...online, areItems: false })).toBe('1 change syncing');
  expect(countSentence(status(2), { ...offline, areItems: false })).toBe('2 changes waiting');
});

test('[spec-2] shows nothing when nothing is waiting to sync', () => {
  expect(countSentence(status(0), online)).toBe(null);
  expect(countSentence(status(0), offline)).toBe(null);
});

test('[Y10] the first download is shown, unless own changes are syncing', () => {
  expect(countSentence(status(0, 7), online)).toBe('Downloading your list');
  expect(countSentence(status(0, 7), offline)).toBe(null);
  expect(countSentence(status(2, 7), online)).toBe('2 items syncing');
});
