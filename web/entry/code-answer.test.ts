/** What is said of a code that led nowhere. */
import { expect, test } from 'vitest';
import { codeAnswer } from './code-answer.ts';

test.each(['Invalid TOTP code entered', 'Invalid MFA Phone code entered'])(
  '[A3] [W5] "%s" is said in words of this app: another code has to be typed',
  (message) => {
    expect(codeAnswer({ type: 'refused', message }, message)).toEqual({
      sentence: 'That code is wrong or too old. Please try again.',
      isRefused: true,
    });
  },
);

test('[A3] [spec-8] anything else the backend says about a code is shown as received', () => {
  const message = 'This code was used already. Wait for the next one.';
  expect(codeAnswer({ type: 'refused', message }, message)).toEqual({ sentence: message, isRefused: true });
});

test('[A3] [Y6] a code that nobody has looked at need not be typed again', () => {
  expect(codeAnswer({ type: 'unreachable' }, 'No network.')).toEqual({ sentence: 'No network.', isRefused: false });
});
