/** Names from before names had a limit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { cutName } from './cut-name.ts';

test('[L10] a name is cut after 200 characters as a person counts them', () => {
  expect(cutName(`  ${'x'.repeat(300)}`)).toBe('x'.repeat(200));
  const family = '👨‍👩‍👧';
  expect(cutName(family.repeat(250))).toBe(family.repeat(200));
});

test('[D1] whatever was too long has, once cut, a name that is allowed', () => {
  const long = fc
    .string({
      unit: fc.oneof(fc.constantFrom('a', 'é', '🥛', ' ', '\u0301', '\u202e'), fc.string({ unit: 'grapheme' })),
    })
    .map((text) => text.repeat(300))
    .filter((text) => !cleanName(text).ok && text.trim() !== '');
  fc.assert(
    fc.property(long, (text) => {
      const before = cleanName(text);
      fc.pre(!before.ok && before.failure.type === 'long-name' && !/^[\s\p{M}]/u.test(text));
      expect(cleanName(cutName(text)).ok).toBe(true);
    }),
  );
});
