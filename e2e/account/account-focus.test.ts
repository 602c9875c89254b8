/** The focus after leaving the second step or a failed link (product D4). */
import { expect } from '@playwright/test';
import { fillEntry, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, turnOnTwoSteps } from '#e2e/steps/account-screen.ts';
import { button, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

test('[D4] [A3] leaving the second step or a failed link moves the focus to the next screen', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await turnOnTwoSteps(await openAccountScreen(page));
  await button(page, 'I saved my codes').click();
  await page.keyboard.press('Escape');
  await logOut(page);
  await expect.soft(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
  await fillEntry(page, account);
  await expect(field(page, 'Code')).toBeFocused();
  await button(page, 'Back').click();
  await expect.soft(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
  await page.goto('/?code=unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link From Another Browser');
  await expect.soft(page.getByRole('heading', { level: 1 })).toBeFocused();
  await button(page, 'Back to Sign In').click();
  await expect.soft(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
});
