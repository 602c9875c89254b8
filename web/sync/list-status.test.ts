/** What the header says is on its way. */
import { expect, test } from 'vitest';
import { countSentence } from './list-status.tsx';

const status = (pending: number, rows: number | null = null) => ({
  pending,
  firstSync: rows === null ? null : { rows },
  tray: [],
});

test('[spec-2] counts items syncing when online, and those that wait offline', () => {
  expect(countSentence(status(3), true)).toBe('3 items syncing');
  expect(countSentence(status(1), true)).toBe('1 item syncing');
  expect(countSentence(status(12), false)).toBe('12 items waiting');
});

test('[spec-2] says nothing where nothing is on its way', () => {
  expect(countSentence(status(0), true)).toBe(null);
  expect(countSentence(status(0), false)).toBe(null);
});

test('[Y10] a list that comes for the first time is said, unless something of ours is on its way', () => {
  expect(countSentence(status(0, 7), true)).toBe('Getting your list');
  expect(countSentence(status(0, 7), false)).toBe(null);
  expect(countSentence(status(2, 7), true)).toBe('2 items syncing');
});
