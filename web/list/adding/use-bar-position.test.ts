import { expect, test } from 'vitest';
import { coveredHeight } from './use-bar-position.ts';

const PAGE = { innerWidth: 390, innerHeight: 844 };
const CLOSED = { width: 390, height: 844, offsetTop: 0, scale: 1 };
const OPEN = { ...CLOSED, height: 508 };

test('[D8] the keyboard covers what the visible area lacks, below it', () => {
  expect(coveredHeight(PAGE, OPEN)).toBe(336);
  expect(coveredHeight(PAGE, { ...OPEN, offsetTop: 100.4 })).toBe(235);
  expect(coveredHeight(PAGE, CLOSED)).toBe(0);
  // The page is scrolled beyond its end for a moment.
  expect(coveredHeight(PAGE, { ...CLOSED, offsetTop: 20 })).toBe(0);
});

test('[D8] in a page that is zoomed in, the difference is not the keyboard', () => {
  expect(coveredHeight(PAGE, { width: 382, height: 826, offsetTop: 0, scale: 1.022 })).toBe(0);
});

test('[D8] while something is wider than the screen, the page seems higher than it is, but nothing covers it', () => {
  expect(coveredHeight({ innerWidth: 398, innerHeight: 861 }, CLOSED)).toBe(0);
  expect(coveredHeight({ innerWidth: 410, innerHeight: 888 }, CLOSED)).toBe(0);
  expect(coveredHeight({ innerWidth: 410, innerHeight: 888 }, { ...OPEN, height: 508.2 })).toBe(336);
});
