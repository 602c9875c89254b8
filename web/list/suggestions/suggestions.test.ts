/** Suggestions for a text, and moving through them with the arrow keys. */
import { expect, test } from 'vitest';
import { createKnownNames } from '#core/suggest/known-names.ts';
import { suggestForText, moveActive } from './suggestions.tsx';

test('[Q2] names that begin with the whole text are suggested before those of the name in it', () => {
  const names = createKnownNames();
  for (const name of [
    'Udon',
    'Umami paste',
    'Unsalted butter',
    'Upside-down cake',
    'Urad dal',
    'Ube',
    '7 Up',
    'Milk',
  ]) {
    names.remember(name, 'pantry');
  }
  const shown = suggestForText(names, { name: 'u', typed: '7 u' }).map(({ name }) => name);
  expect(shown[0]).toBe('7 Up');
  expect(shown).toHaveLength(6);
  expect(new Set(shown).size).toBe(6);
  expect(suggestForText(names, { name: 'mi', typed: '7 mi' }).map(({ name }) => name)).toContain('Milk');
});

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
