/** Signing up for and in to a real account, and the demo, which makes no backend calls. */
import { expect } from '@playwright/test';
import { fillEntry, inventAccount, signIn } from '#e2e/steps/account.ts';
import { button, dialog, field, pressInMenu } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { stopClock } from '#e2e/fixtures/still-clock.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

/** URLs of the backend, and the chunks that call it. */
const CALLS = /^\/(?:auth|rest|realtime|config)|\/(?:account-(?!ids)|start-sync-|backend-|realtime-)/u;

test('[spec-4] [A4] signing up confirms success; signing in ends the existing session first', async ({
  openDevice,
  account,
  network,
}) => {
  const page = await openDevice(network.address);
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  await fillEntry(page, inventAccount());
  await expect(page.getByText('Account created successfully! You are now signed in.')).toBeVisible();
  await pressInMenu(page, 'Logout');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(page.getByText('Account created')).toHaveCount(0);
  await signIn(page, account);
  const calls = network.arrivals
    .map(({ method, path }) => `${method} ${path}`)
    // The auth settings may be requested at any time.
    .filter((call) => call.includes('/auth/') && !call.endsWith('/settings'));
  expect(calls).toEqual([
    expect.stringMatching(/^POST \/auth\/v1\/signup\?redirect_to=/u),
    'POST /auth/v1/logout?scope=local',
    'POST /auth/v1/token?grant_type=password',
  ]);
  // The chunks that the demo must not download exist.
  const parts = () =>
    network.arrivals
      .map(({ path }) => path)
      .filter((path) => /\/(?:start-sync|backend-access|realtime-subscription)-[-\w]{8}\./u.test(path));
  await expect.poll(() => new Set(parts()).size).toBe(3);
});

test.describe('the demo', () => {
  // The service worker caches the whole app for every user.
  test.use({ serviceWorkers: 'block' });

  test('[spec-6] [spec-4] the demo makes no backend calls and does not download their code', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    // The sign-in screen loads the code of the backend for visitors who stay on it. This one leaves at once.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await enterDemo(page);
    await page.clock.resume();
    await itemBox(page, 'Bagels').check();
    await addItem(page, 'Baguette', 'Bakery');
    await button(page, 'Save List').click();
    await field(dialog(page, 'Save List'), 'Name of the saved list').fill('Week');
    await page.keyboard.press('Enter');
    await expect(listHeading(page)).toHaveText('Week (1/131 items)');
    await page.reload();
    await expect(listHeading(page)).toHaveText('Week (1/131 items)');
    await expect.poll(() => asked).toContain('/health');
    await stopClock(page);
    await pressInMenu(page, 'Logout');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
    expect(asked.filter((path) => CALLS.test(path))).toEqual([]);
  });
});
