/** Display names. */
import { expect, test } from 'vitest';
import { cleanDisplayName } from './clean-name.ts';

test.each([
  [' Anna \n Maria ', 'Anna Maria'],
  ['\u202eannA\u0007', 'annA'],
  ['👩\u200d🦰 Zoë', '👩\u200d🦰 Zoë'],
  ['  ', ''],
  ['👩'.repeat(60), '👩'.repeat(60)],
])('[A7] the display name %j is cleaned to %j', (text, value) => {
  expect(cleanDisplayName(text)).toEqual({ ok: true, value });
});

test.each(['x'.repeat(61), 'x'.repeat(300)])('[A7] a display name has at most 60 characters', (text) => {
  expect(cleanDisplayName(text)).toMatchObject({ failure: { type: 'long-display-name' } });
});
