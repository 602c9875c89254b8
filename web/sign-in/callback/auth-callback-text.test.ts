/** Error texts of failed links. */
import { expect, test } from 'vitest';
import { callbackError, callbackErrorTitle, describeConfirmed, nextStep } from './auth-callback-text.ts';

test.each([
  ['code-missing', 'incomplete', 'new-link'],
  ['other-device', 'another browser', 'new-link'],
  ['link-expired', 'expired or was already used', 'new-link'],
  ['unreachable', 'still works', 'again'],
  ['no-server', 'doesn’t offer accounts', 'leave'],
] as const)('[spec-8] [A2] %s has its sentence and a way on', (type, words, way) => {
  expect(callbackError({ type })).toContain(words);
  expect(nextStep({ type })).toBe(way);
});

test('[spec-8] messages of a provider or the backend are shown as received, and an empty message has a fallback', () => {
  expect(callbackError({ type: 'provider-refused', message: 'The user denied it' })).toBe('The user denied it');
  expect(callbackError({ type: 'provider-refused', message: '' })).toContain('weren’t signed in');
  expect(callbackError({ type: 'refused', message: 'User is banned' })).toBe('User is banned');
  expect(callbackError({ type: 'refused', message: '' })).not.toBe('');
});

test('[A3] [W5] a link that may have worked elsewhere is not reported as a failure', () => {
  const failed = callbackErrorTitle({ type: 'code-missing' });
  expect(callbackErrorTitle({ type: 'other-device' })).not.toBe(failed);
  expect(callbackErrorTitle({ type: 'link-expired' })).not.toBe(failed);
  // Once opened here, the link no longer works in the other browser either.
  expect(callbackError({ type: 'other-device' })).not.toContain('where you asked');
});

test('[A3] [W5] the first of two links is not reported as complete, and shows the backend’s message', () => {
  const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  expect(describeConfirmed(message)).toEqual({
    title: 'One More Step',
    text: message,
  });
  expect(describeConfirmed('')).toEqual({ title: 'Email Confirmed', text: 'Your email address is confirmed.' });
  expect(describeConfirmed('Something new')).toEqual({ title: 'Email Confirmation', text: 'Something new' });
});
