/** What a failed sign-in or sign-up says, and under which field. */
import { expect, test } from 'vitest';
import { entrySentences, NO_SENTENCES } from './entry-sentences.ts';

test('[spec-5] what is wrong with a field is said under that field, both at once', () => {
  expect(
    entrySentences({ type: 'credentials', form: null, email: 'invalid-email', password: 'weak-password' }, 'sign-up'),
  ).toEqual({
    ...NO_SENTENCES,
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters and contain only letters and numbers',
  });
});

test('[spec-5] two empty fields are one sentence of the form', () => {
  const { form } = entrySentences(
    { type: 'credentials', form: 'missing-credentials', email: null, password: null },
    'sign-in',
  );
  expect(form).toBe('Please enter both email and password');
});

test.each([
  ['invalid-credentials', 'Invalid email or password. Please check your credentials and try again.'],
  ['no-user', 'Failed to create user'],
  ['weak-password', 'Password must be at least 6 characters'],
] as const)('[W5] [spec-8] %s has the sentence of the specification', (type, form) => {
  expect(entrySentences({ type }, 'sign-in')).toEqual({ ...NO_SENTENCES, form });
});

test.each(['no-server', 'unreachable'] as const)('[W5] %s says what the shopper can do meanwhile', (type) => {
  expect(entrySentences({ type }, 'sign-in').form).toContain('demo');
});

test('[A4] an address that wants to be confirmed first is no failure, and the sentence says what to do', () => {
  const { form, info } = entrySentences({ type: 'confirmation-needed' }, 'sign-up');
  expect(form).toBe(null);
  expect(info).toContain('We sent you a mail');
});

test('[A3] a check that was not answered is named, and what to do about it', () => {
  expect(entrySentences({ type: 'captcha-needed' }, 'sign-in').form).toContain('answer the check on this page');
});

test('[spec-8] a backend message is shown as received', () => {
  const message = 'Signups not allowed for this instance';
  expect(entrySentences({ type: 'refused', message }, 'sign-up')).toEqual({ ...NO_SENTENCES, form: message });
});

test('[spec-8] a refusal without words says what failed', () => {
  expect(entrySentences({ type: 'refused', message: '' }, 'sign-in').form).toBe('Failed to sign in');
  expect(entrySentences({ type: 'refused', message: '' }, 'sign-up').form).toBe('Failed to create account');
});

test('[spec-5] [W5] an address that only the backend finds wrong is wrong under its field, too', () => {
  const failure = { type: 'refused', message: 'Unable to validate email address: invalid format' } as const;
  expect(entrySentences(failure, 'sign-up')).toEqual({
    ...NO_SENTENCES,
    email: 'Please enter a valid email address',
  });
});
