/** Error texts of failed links. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import type { AuthCallbackFailure } from '#client/ports/accounts.ts';
import { callbackError, callbackErrorTitle, describeConfirmed, newLinks, nextStep } from './auth-callback-screen.tsx';

await speakEnglish();

test.each<[AuthCallbackFailure, string, string]>([
  [{ type: 'code-missing' }, 'incomplete', 'new-link'],
  [{ type: 'other-device' }, 'another browser', 'new-link'],
  [{ type: 'link-expired', of: null }, 'expired or was already used', 'new-link'],
  [{ type: 'unreachable' }, 'still works', 'again'],
  [{ type: 'server-failed', message: 'Oops' }, 'Something went wrong on the server', 'again'],
  [{ type: 'no-server' }, 'doesn’t offer accounts', 'leave'],
  [{ type: 'invitation-needed' }, 'create an account with an email address and a password', 'leave'],
  [{ type: 'passwords-off' }, 'doesn’t use passwords', 'leave'],
  [{ type: 'sign-up-closed' }, 'doesn’t accept new accounts', 'leave'],
])('[spec-8] [A2] %j has its sentence and a way on', (failure, words, way) => {
  expect(callbackError(failure)).toContain(words);
  expect(nextStep(failure)).toBe(way);
});

test('[A9] an expired link offers a new one for the same purpose, and both where the purpose is unknown', () => {
  const linksOf = (of: 'recovery' | 'confirmation' | null) => newLinks({ type: 'link-expired', of });
  expect(linksOf('recovery')).toEqual(['recovery']);
  expect(linksOf('confirmation')).toEqual(['confirmation']);
  expect(linksOf(null)).toEqual(['recovery', 'confirmation']);
  expect(newLinks({ type: 'log-out-first' })).toEqual([]);
  expect(callbackError({ type: 'link-expired', of: 'confirmation' })).not.toContain('password');
  expect(callbackError({ type: 'link-expired', of: 'recovery' })).not.toContain('confirm');
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
  expect(callbackErrorTitle({ type: 'link-expired', of: null })).not.toBe(failed);
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
