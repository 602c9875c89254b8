/** The sign-in options in a real browser, while the server does not answer. */
import { expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { createConnection } from '#web/testing/connection.ts';
import { DEFAULT_SETTINGS } from '#web/sign-in/steps/call-accounts.ts';
import { showSignIn } from '#web/testing/show-list.tsx';
import { button } from '#web/testing/steps.ts';

/** A server that does not answer until it is up. Then it offers Google. */
function createServer() {
  const state = { isUp: false, asked: 0 };
  const settings: Accounts['settings'] = () => {
    state.asked += 1;
    if (!state.isUp) return Promise.resolve(fail({ type: 'unreachable' }));
    return Promise.resolve(ok({ ...DEFAULT_SETTINGS, providers: ['google'] }));
  };
  return { state, settings };
}

const google = () => button('Continue with Google');

test('[A3] sign-in options that could not be read are read again, after longer and longer waits', async () => {
  const { state, settings } = createServer();
  const times: number[] = [];
  await showSignIn({
    settings() {
      times.push(performance.now());
      state.isUp = times.length === 3;
      return settings();
    },
  });
  await expect.element(google()).toBeVisible();
  const [first = 0, second = 0, third = 0] = times;
  expect(times).toHaveLength(3);
  // Each wait is at least half as long as the longest one.
  expect(second - first).toBeGreaterThan(490);
  expect(third - second).toBeGreaterThan(990);
});

/** Hides the page, as another tab in front of it does, or shows it again. */
function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

const { connection, setOnline } = createConnection();

test.each([
  ['in the background', 'becomes visible', setVisible],
  ['without a network', 'has one again', setOnline],
])('[A3] [Y6] a page %s does not read the sign-in options again; one that %s does so at once', async (...row) => {
  const setReady = row[2];
  const { state, settings } = createServer();
  await showSignIn({ settings }, { connection });
  await expect.poll(() => state.asked).toBe(1);
  setReady(false);
  const before = state.asked;
  // The first wait would end meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(state.asked).toBe(before);
  state.isUp = true;
  setReady(true);
  await expect.element(google()).toBeVisible();
  expect(state.asked).toBe(before + 1);
});
