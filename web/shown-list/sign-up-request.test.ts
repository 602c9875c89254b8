/** Facts that are passed across a sign-in: a demo user's request to create an account, and the promise to join a list. */
import { afterEach, expect, test, vi } from 'vitest';
import { consumeJoinPromise, consumeSignUpRequest, promiseJoin, requestSignUp } from './sign-up-request.ts';

afterEach(() => vi.unstubAllGlobals());

function stubHistory(state: unknown): void {
  const history = {
    state,
    replaceState(next: unknown) {
      history.state = next;
    },
  };
  vi.stubGlobal('history', history);
}

test('[A3] a request for an account opens the sign-up form once', () => {
  stubHistory(null);
  expect(consumeSignUpRequest()).toBe(false);
  requestSignUp();
  expect([consumeSignUpRequest(), consumeSignUpRequest()]).toEqual([true, false]);
});

test.each([null, undefined, 'text', 7, {}])('[A3] the history state of another page, %j, is not a request', (state) => {
  stubHistory(state);
  expect(consumeSignUpRequest()).toBe(false);
});

test('[H4] the promise to join is kept once, and is no request for an account', () => {
  stubHistory(null);
  expect(consumeJoinPromise()).toBe(false);
  promiseJoin();
  expect(consumeSignUpRequest()).toBe(false);
  expect([consumeJoinPromise(), consumeJoinPromise()]).toEqual([true, false]);
});
