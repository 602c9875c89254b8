/** A demo user's request to create an account, which is passed across a sign-out. */
import { afterEach, expect, test, vi } from 'vitest';
import { signUpRequest } from './use-pending-invitation.ts';

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

test('[A3] a request for an account can be read until it is cleared', () => {
  stubHistory(null);
  expect(signUpRequest.isSet()).toBe(false);
  signUpRequest.set();
  expect([signUpRequest.isSet(), signUpRequest.isSet()]).toEqual([true, true]);
  signUpRequest.clear();
  expect(signUpRequest.isSet()).toBe(false);
});

test.each([null, undefined, 'text', 7, {}, { other: true }])(
  '[A3] the history state of another page, %j, is not a request',
  (state) => {
    stubHistory(state);
    expect(signUpRequest.isSet()).toBe(false);
  },
);
