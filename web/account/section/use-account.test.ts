/** Error texts of the account API. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { accountApiError } from './use-account.ts';

await speakEnglish();

test('[spec-8] backend messages are shown as received, and an empty message has a fallback', () => {
  expect(accountApiError({ type: 'refused', message: 'Maximum number of factors reached' })).toBe(
    'Maximum number of factors reached',
  );
  expect(accountApiError({ type: 'refused', message: '' })).not.toBe('');
});

test('[W5] a weak password shows the backend’s message, or else the specification’s', () => {
  const message = 'New password should be different from the old password.';
  expect(accountApiError({ type: 'weak-password', message })).toBe(message);
  expect(accountApiError({ type: 'weak-password', message: '' })).toBe('Password must be at least 6 characters');
});

test("[spec-8] 'Failed to create user' never appears on the account screen", () => {
  expect(accountApiError({ type: 'no-user' })).not.toContain('create user');
});

test.each([
  ['proof-needed', 'Check your email for a code'],
  ['sign-in-needed', 'sign in again'],
  ['wrong-proof', 'incorrect or has expired'],
  ['signed-out', 'sign in again'],
  ['not-offered', 'doesn’t support'],
  ['unreachable', 'Check your connection'],
  ['invalid-credentials', 'password is incorrect'],
  ['current-password-needed', 'current password'],
] as const)('[A3] [W5] %s says what to do', (type, words) => {
  expect(accountApiError({ type })).toContain(words);
});

test('[A9] a failure of the server and a limit are not called a missing connection', () => {
  const text = accountApiError({ type: 'server-failed', message: 'Error sending email change email' });
  expect(text).toContain('Something went wrong on the server');
  expect(text).toContain('Error sending email change email');
  expect(accountApiError({ type: 'rate-limited', of: 'emails', seconds: 9 })).toContain('Wait 9 seconds');
});
