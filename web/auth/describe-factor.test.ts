/** Descriptions of factors. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { describeFactor } from './second-step-code.ts';

await speakEnglish();

test.each([
  [{ type: 'totp', name: 'My tablet', phone: '' }, 'My tablet'],
  [{ type: 'totp', name: '', phone: '' }, 'Authenticator app'],
  [{ type: 'phone', name: '', phone: '+49…678' }, 'Phone +49…678'],
  [{ type: 'phone', name: 'Phone +49…678', phone: '+49…678' }, 'Phone +49…678'],
  [{ type: 'phone', name: '', phone: '491701234567' }, 'Phone +491701234567'],
  [{ type: 'phone', name: '', phone: '' }, 'Phone'],
  [{ type: 'recovery', name: '', phone: '' }, 'Recovery code'],
] as const)('[A3] %j is called %j', (factor, words) => {
  expect(describeFactor(factor)).toBe(words);
});
