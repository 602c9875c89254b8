/** Suggestions for texts that begin with a number. */
import { expect, test } from 'vitest';
import { createKnownNames } from '#core/suggest/known-names.ts';
import { suggestForText } from './suggest-for-text.ts';

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
