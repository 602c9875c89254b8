/** Codes as users type them, refused codes, and descriptions of factors. */
import { expect, test } from 'vitest';
import { codeAnswer, describeFactor, readCode, readRecoveryCode } from './code-step.tsx';
import { speakEnglish } from '#test/doubles/english.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 12-34-56 ', '123456'],
  ['Your code is 654321.', '654321'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['1234567890', '123456'],
  ['12a', '12'],
  ['', ''],
])('[A3] %j is read as the code %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});

test.each([
  ['7q2mk9xt0hva3wrb', '7Q2M-K9XT-0HVA-3WRB'],
  [' 7Q2M K9XT-0HVA', '7Q2M-K9XT-0HVA'],
  ['7Q2M-K9XT-0HVA-3WRB-extra', '7Q2M-K9XT-0HVA-3WRB'],
  ['7Q2M-', '7Q2M'],
  ['', ''],
])('[A3] %j is read as the recovery code %j', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

test.each(['Invalid TOTP code entered', 'This code was used already. Wait for the next one.'])(
  '[A3] [W5] what the backend says about a code is shown as received: %s',
  (message) => {
    expect(codeAnswer({ type: 'refused', message }, message)).toEqual({ text: message, isRefused: true });
  },
);

test('[A3] [Y6] a code that was not checked need not be typed again', () => {
  expect(codeAnswer({ type: 'unreachable' }, 'No network.')).toEqual({ text: 'No network.', isRefused: false });
});

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
