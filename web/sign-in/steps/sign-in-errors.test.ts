/** Error texts of sign-in and sign-up, and their fields. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { signInErrors, NO_ERRORS, accountError } from './sign-in-errors.ts';

await speakEnglish();

test('[spec-5] field errors appear under their fields, several at the same time', () => {
  expect(
    signInErrors({ type: 'credentials', form: null, email: 'invalid-email', password: 'weak-password' }, 'sign-up'),
  ).toEqual({
    ...NO_ERRORS,
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters and contain only letters and numbers',
  });
});

test('[spec-5] two empty fields produce one form message', () => {
  const { form } = signInErrors(
    { type: 'credentials', form: 'missing-credentials', email: null, password: null },
    'sign-in',
  );
  expect(form).toBe('Please enter both email and password');
});

test('[A4] [spec-8] wrong credentials show the specification’s message', () => {
  expect(signInErrors({ type: 'invalid-credentials' }, 'sign-in')).toEqual({
    ...NO_ERRORS,
    form: 'Invalid email or password. Please check your credentials and try again.',
  });
});

test("[spec-8] 'Failed to create user' appears when a sign-up answer has no user", () => {
  expect(signInErrors({ type: 'no-user' }, 'sign-up').form).toBe('Failed to create user');
  expect(signInErrors({ type: 'no-user' }, 'sign-in').form).toBe('Failed to sign in');
});

test.each(['no-server', 'unreachable'] as const)('[W5] %s says what the user can do in the meantime', (type) => {
  expect(signInErrors({ type }, 'sign-in').form).toContain('demo');
});

test('[A4] an unconfirmed address is not a failure, and the message says what to do', () => {
  const { form, info } = signInErrors({ type: 'confirmation-needed' }, 'sign-up');
  expect(form).toBe(null);
  expect(info).toContain('We sent you an email');
});

test.each([
  ['passwords-off', 'doesn’t use passwords'],
  ['sign-up-closed', 'doesn’t accept new accounts'],
  ['invitation-needed', 'open the invitation link that someone sent you'],
  ['invitation-unusable', 'ask for a new link'],
] as const)('[P4] after %s the message says what to do', (type, words) => {
  expect(signInErrors({ type }, 'sign-up').form).toContain(words);
});

test('[A9] an address that is not confirmed offers to send the email again, and no other failure does', () => {
  const unconfirmed = signInErrors({ type: 'email-unconfirmed' }, 'sign-in');
  expect([unconfirmed.canResend, unconfirmed.form]).toEqual([true, expect.stringContaining('isn’t confirmed yet')]);
  expect(signInErrors({ type: 'invalid-credentials' }, 'sign-in').canResend).toBe(false);
});

test.each([
  ['requests', 42, 'Too many attempts. Wait 42 seconds, then try again.'],
  ['requests', 1, 'Too many attempts. Wait 1 second, then try again.'],
  ['requests', 150, 'Too many attempts. Wait 3 minutes, then try again.'],
  ['requests', null, 'Too many attempts. Wait a few minutes, then try again.'],
  ['emails', 60, 'Too many emails were requested. Wait 60 seconds, then try again.'],
  ['emails', 86_000, 'Too many emails were requested. Wait 24 hours, then try again.'],
  ['emails', null, 'Too many emails were requested. Wait an hour, then try again.'],
  ['text-messages', 30, 'Too many codes were requested. Wait 30 seconds, then try again.'],
] as const)('[A9] a limit of %s says how long to wait: %j', (of, seconds, sentence) => {
  expect(accountError({ type: 'rate-limited', of, seconds }, 'No.')).toBe(sentence);
});

test('[A9] a failure of the server is not called a problem of the connection', () => {
  const text = accountError({ type: 'server-failed', message: 'Error sending confirmation email' }, 'No.');
  expect(text).toBe(
    'Something went wrong on the server. Try again in a few minutes. It said: “Error sending confirmation email”',
  );
  expect(accountError({ type: 'server-failed', message: '' }, 'No.')).not.toMatch(/said|connection/u);
});

test('[A3] an unanswered captcha is named, with what to do about it', () => {
  expect(signInErrors({ type: 'captcha-needed' }, 'sign-in').form).toContain('complete the security check');
});

test.each([
  { type: 'refused', message: 'Signups not allowed for this instance' },
  { type: 'refused', message: 'Unable to validate email address: invalid format' },
] as const)('[W5] [spec-8] a backend message is shown as received: %j', (failure) => {
  expect(signInErrors(failure, 'sign-up')).toEqual({ ...NO_ERRORS, form: failure.message });
});

test('[W5] [spec-8] a backend message about a weak password is shown as received, under the password', () => {
  const message = 'Password should contain at least one character of each: 0123456789';
  expect(signInErrors({ type: 'weak-password', message }, 'sign-up')).toEqual({ ...NO_ERRORS, password: message });
});

test('[W5] [spec-5] a weak password without a message shows the specification’s message', () => {
  expect(signInErrors({ type: 'weak-password', message: '' }, 'sign-up').password).toBe(
    'Password must be at least 6 characters',
  );
});

test("[spec-8] 'Failed to sign in' and 'Failed to create account' replace an empty message", () => {
  expect(signInErrors({ type: 'refused', message: '' }, 'sign-in').form).toBe('Failed to sign in');
  expect(signInErrors({ type: 'refused', message: '' }, 'sign-up').form).toBe('Failed to create account');
});

test('[spec-8] a backend message is shown as received, and an empty one has a fallback', () => {
  expect(accountError({ type: 'refused', message: 'Invalid TOTP code entered' }, 'No.')).toBe(
    'Invalid TOTP code entered',
  );
  expect(accountError({ type: 'refused', message: '' }, 'No.')).toBe('No.');
});

test('[W5] a weak password shows the backend’s message, or else the specification’s', () => {
  const message = 'Password is known to be weak and easy to guess';
  expect(accountError({ type: 'weak-password', message }, 'No.')).toBe(message);
  expect(accountError({ type: 'weak-password', message: '' }, 'No.')).toBe('Password must be at least 6 characters');
});

test('[spec-8] an answer without a user reports what failed', () => {
  expect(accountError({ type: 'no-user' }, 'No.')).toBe('No.');
});

test('[W5] every known failure has its own message, which says what to do', () => {
  expect(accountError({ type: 'captcha-needed' }, 'No.')).toContain('complete the security check');
  expect(accountError({ type: 'unreachable' }, 'No.')).toContain('Check your connection');
});
