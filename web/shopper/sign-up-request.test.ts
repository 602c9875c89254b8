/** The wish for an account, from the demo to the next screen. */
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

test('[A3] who asked for an account finds the form for it, once', () => {
  stubHistory(null);
  expect(consumeSignUpRequest()).toBe(false);
  requestSignUp();
  expect([consumeSignUpRequest(), consumeSignUpRequest()]).toEqual([true, false]);
});

test.each([null, undefined, 'text', 7, {}])('[A3] the history of another page, %j, is no wish', (state) => {
  stubHistory(state);
  expect(consumeSignUpRequest()).toBe(false);
});
