/** The cache of verified tokens and its expiry. */
import { expect, test } from 'vitest';
import { createVerifiedTokens } from './create-tokens.ts';

const callerUntil = (exp?: number) => ({ role: 'authenticated', claims: exp === undefined ? {} : { exp } });

test('[wire] a verified token is cached until the second it expires', () => {
  const tokens = createVerifiedTokens(10);
  tokens.keep('a.b.c', callerUntil(100));
  expect(tokens.find('a.b.c', 99_999)).toEqual(callerUntil(100));
  expect(tokens.find('a.b.d', 99_999)).toBeUndefined();
  expect(tokens.find('a.b.c', 100_000)).toBeUndefined();
  // The token stays expired if the clock is set back.
  expect(tokens.find('a.b.c', 0)).toBeUndefined();
});

test('[wire] a token without expiry is never cached, and the cache is cleared when keys change', () => {
  const tokens = createVerifiedTokens(10);
  tokens.keep('endless', callerUntil());
  tokens.keep('a.b.c', callerUntil(100));
  tokens.clear();
  expect([tokens.find('endless', 0), tokens.find('a.b.c', 0)]).toEqual([undefined, undefined]);
});

test('[wire] the cache of verified tokens has a limit', () => {
  const tokens = createVerifiedTokens(2);
  for (const token of ['one', 'two', 'two', 'three']) tokens.keep(token, callerUntil(100));
  expect(['one', 'two', 'three'].map((token) => tokens.find(token, 0) !== undefined)).toEqual([false, true, true]);
});
