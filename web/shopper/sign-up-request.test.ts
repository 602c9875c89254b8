/** A demo user's request to create an account, passed to the sign-in screen. */
import { afterEach, expect, test, vi } from 'vitest';
import { consumeSignUpRequest, requestSignUp } from './sign-up-request.ts';

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
