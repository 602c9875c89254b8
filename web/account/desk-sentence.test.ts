/** What a failed act on the account says. */
import { expect, test } from 'vitest';
import { deskSentence } from './desk-sentence.ts';

test('[spec-8] what the backend says is shown as received, and silence has a sentence', () => {
  expect(deskSentence({ type: 'refused', message: 'Maximum number of factors reached' })).toBe(
    'Maximum number of factors reached',
  );
  expect(deskSentence({ type: 'refused', message: '' })).not.toBe('');
});

test.each([
  ['proof-needed', 'mail with a code'],
  ['sign-in-needed', 'sign in again'],
  ['wrong-proof', 'wrong or too old'],
  ['signed-out', 'sign in again'],
  ['not-offered', 'does not offer'],
  ['unreachable', 'Check your connection'],
] as const)('[A3] [W5] %s says what to do', (type, words) => {
  expect(deskSentence({ type })).toContain(words);
});
