/** Where the arrow keys move among the suggestions. */
import { expect, test } from 'vitest';
import { moveActive } from './use-suggestions.ts';

test('[D4] the arrow keys move from the field through the suggestions and back to the field', () => {
  expect([null, 0, 1, 2].map((active) => moveActive('ArrowDown', active, 3))).toEqual([0, 1, 2, null]);
  expect([null, 2, 1, 0].map((active) => moveActive('ArrowUp', active, 3))).toEqual([2, 1, 0, null]);
});

test('[D4] an index that no longer exists, because there are fewer suggestions, leads back to the field', () => {
  expect(moveActive('ArrowDown', 5, 3)).toBeNull();
});

test('[D4] other keys, and arrow keys without suggestions, work as in any text field', () => {
  expect(moveActive('Enter', 1, 3)).toBeUndefined();
  expect(moveActive('ArrowLeft', null, 3)).toBeUndefined();
  expect(moveActive('ArrowDown', null, 0)).toBeUndefined();
});
