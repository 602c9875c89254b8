/** Removing authenticator apps that were never verified, names of new factors, and reading phone numbers. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { fail, ok } from '#core/result.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { dropUnfinished } from './two-step-section.tsx';
import { nextFactorName, readPhone } from './add-factor.tsx';

await speakEnglish();

const app = (id: string, name: string, status: Factor['status']): Factor => ({
  id,
  type: 'totp',
  status,
  name,
  phone: '',
});

test('[A3] removes an unverified app and frees its name; keeps verified apps and phones', async () => {
  const removed: string[] = [];
  const phone: Factor = { id: 'p', type: 'phone', status: 'unverified', name: '', phone: '+491701234567' };
  const left = await dropUnfinished(
    {
      async removeFactor(id) {
        removed.push(id);
        return ok(null);
      },
    },
    [app('a', 'Authenticator app', 'verified'), app('b', 'Authenticator app 2', 'unverified'), phone],
  );
  expect(removed).toEqual(['b']);
  expect(left.map(({ id }) => id)).toEqual(['a', 'p']);
  expect(nextFactorName(left, 'app')).toBe('Authenticator app 2');
});

test('[A3] an app that cannot be removed keeps its name', async () => {
  const left = await dropUnfinished({ removeFactor: () => Promise.resolve(fail({ type: 'unreachable' })) }, [
    app('a', 'Authenticator app', 'unverified'),
  ]);
  expect(nextFactorName(left, 'app')).toBe('Authenticator app 2');
});

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('[A3] a new app gets an unused name', () => {
  expect(nextFactorName([], 'app')).toBe('Authenticator app');
  expect(nextFactorName(named('Phone'), 'app')).toBe('Authenticator app');
  expect(nextFactorName(named('Authenticator app'), 'app')).toBe('Authenticator app 2');
  expect(nextFactorName(named('Authenticator app', 'Authenticator app 2'), 'app')).toBe('Authenticator app 3');
  expect(nextFactorName(named('Authenticator app', 'Authenticator app 3'), 'app')).toBe('Authenticator app 2');
});

test('[A3] a new phone gets an unused name', () => {
  expect(nextFactorName(named('Authenticator app'), 'phone')).toBe('Phone');
  expect(nextFactorName(named('Phone'), 'phone')).toBe('Phone 2');
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
