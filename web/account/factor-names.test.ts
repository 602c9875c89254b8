/** Names of second steps, and phone numbers as people write them. */
import { expect, test } from 'vitest';
import { nextAppName, readPhone } from './factor-names.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('[A3] a new app gets a name that is free', () => {
  expect(nextAppName([])).toBe('Authenticator app');
  expect(nextAppName(named('Phone'))).toBe('Authenticator app');
  expect(nextAppName(named('Authenticator app'))).toBe('Authenticator app 2');
  expect(nextAppName(named('Authenticator app', 'Authenticator app 2'))).toBe('Authenticator app 3');
  expect(nextAppName(named('Authenticator app', 'Authenticator app 3'))).toBe('Authenticator app 2');
});

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 (170) 123-4567', '+491701234567'],
  ['+1.415/555 2671', '+14155552671'],
  ['0170 1234567', null],
  ['+0170 1234567', null],
  ['+49', null],
  ['+49170abc4567', null],
  ['+1234567890123456', null],
  ['', null],
])('[A3] the number %j is read as %j', (typed, number) => {
  expect(readPhone(typed)).toBe(number);
});
