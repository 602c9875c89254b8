/** Recent activity on the account screen (product A5). */
import { expect, type Page } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section, turnOnTwoSteps } from '#e2e/steps/account-screen.ts';
import { button, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

/** Shows or hides the page, as switching between apps does. */
const setVisibility = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('[A5] recent activity shows each change that is made on the screen, at once', async ({ openDevice, account }) => {
  const page = await openDevice();
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  const activity = section(screen, 'Recent activity');
  await expect(activity.getByText('Password changed')).toHaveCount(0);
  const password = section(screen, 'Password');
  await button(password, 'Change password').click();
  await field(password, 'Current password').fill(account.password);
  await field(password, 'New password').fill(`${account.password}2`);
  await button(password, 'Change password').click();
  await expect(activity.getByText('Password changed')).toBeVisible();
  await turnOnTwoSteps(screen);
  await expect(activity.getByText('Authenticator app added')).toBeVisible();
  await expect(activity.getByText('Recovery codes created')).toBeVisible();
});

test('[A5] recent activity shows a sign-in on another device when the app becomes visible', async ({
  openDevice,
  account,
  browser,
  server,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const rows = section(await openAccountScreen(page), 'Recent activity').getByText('Signed in on a new device');
  // This device.
  await expect(rows).toHaveCount(1);
  await setVisibility(page, 'hidden');
  const context = await browser.newContext({ baseURL: server, userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' });
  await signIn(await context.newPage(), account);
  await setVisibility(page, 'visible');
  await expect(rows).toHaveCount(2);
  await context.close();
});
