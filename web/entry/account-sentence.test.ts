/** What a failed call of the accounts says. */
import { expect, test } from 'vitest';
import { accountSentence } from './account-sentence.ts';

test('[spec-8] a backend message is shown as received, and one without words says what failed', () => {
  expect(accountSentence({ type: 'refused', message: 'Invalid TOTP code entered' }, 'No.')).toBe(
    'Invalid TOTP code entered',
  );
  expect(accountSentence({ type: 'refused', message: '' }, 'No.')).toBe('No.');
});

test('[W5] a failure with a name has its own sentence, which says what to do', () => {
  expect(accountSentence({ type: 'captcha-needed' }, 'No.')).toContain('show that you are a person');
  expect(accountSentence({ type: 'unreachable' }, 'No.')).toContain('Check your connection');
});
