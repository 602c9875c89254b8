import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTypo } from './is-typo.ts';

test.each([
  ['mlik', 'milk', 1],
  ['mikl', 'milk', 1],
  ['mlk', 'milk', 1],
  ['millk', 'milk', 1],
  ['mulk', 'milk', 1],
  ['aple', 'apples', 1],
  ['bannana', 'bananas', 1],
  ['brocolli', 'broccoli', 2],
])('[L8] %s is the beginning of %s with typos: %i', (typed, text, typos) => {
  expect(isTypo({ loose: typed, typos }, text)).toBe(true);
});

test.each([
  ['mlki', 'milk', 1],
  ['rice', 'milk', 1],
  ['milkshake', 'milk', 2],
  ['abc', '', 2],
])('[L8] %s is not %s for %i', (typed, text, typos) => {
  expect(isTypo({ loose: typed, typos }, text)).toBe(false);
});

test('[L8] starts at a later word if asked to', () => {
  expect(isTypo({ loose: 'aplle', typos: 1 }, 'green apples', 6)).toBe(true);
  expect(isTypo({ loose: 'aplle', typos: 1 }, 'green apples')).toBe(false);
});

test('[L8] agrees with the table of optimal string alignment', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 2 }), (typed, text, typos) => {
      expect(isTypo({ loose: typed, typos }, text)).toBe(distanceToStart(typed, text) <= typos);
    }),
    { numRuns: 20_000 },
  );
});

/** The textbook algorithm: the table's last row has the distance to each beginning of the text. */
function distanceToStart(typed: string, text: string): number {
  const known = new Map<string, number>();
  const at = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const cell = `${row} ${column}`;
    const distance = known.get(cell) ?? Math.min(...ways(row, column));
    known.set(cell, distance);
    return distance;
  };
  const ways = (row: number, column: number): readonly number[] => [
    at(row - 1, column) + 1,
    at(row, column - 1) + 1,
    at(row - 1, column - 1) + (typed[row - 1] === text[column - 1] ? 0 : 1),
    isSwap(row, column) ? at(row - 2, column - 2) + 1 : Infinity,
  ];
  const isSwap = (row: number, column: number): boolean =>
    Math.min(row, column) > 1 && typed[row - 1] === text[column - 2] && typed[row - 2] === text[column - 1];
  return Math.min(...Array.from({ length: text.length + 1 }, (_, column) => at(typed.length, column)));
}
