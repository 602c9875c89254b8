/** The wish for an account, from the demo to the next screen. */
import { afterEach, expect, test, vi } from 'vitest';
import { takeSignUpWish, wishSignUp } from './sign-up-wish.ts';

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
  expect(takeSignUpWish()).toBe(false);
  wishSignUp();
  expect([takeSignUpWish(), takeSignUpWish()]).toEqual([true, false]);
});

test.each([null, undefined, 'text', 7, {}])('[A3] the history of another page, %j, is no wish', (state) => {
  stubHistory(state);
  expect(takeSignUpWish()).toBe(false);
});
