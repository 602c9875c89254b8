/** The focus is never lost on the account screens (product D4). */
import { expect } from '@playwright/test';
import { fillEntry, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section, turnOnTwoSteps } from '#e2e/steps/account-screen.ts';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

test('[D4] [A3] a closed form returns the focus to the button that opened it', async ({ openDevice, account }) => {
  const page = await openDevice();
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  for (const [part, opener] of [
    ['Email', 'Change email'],
    ['Password', 'Change password'],
    ['Two-step verification', 'Add an authenticator app'],
    ['Two-step verification', 'Add a phone number'],
    ['Delete account', 'Delete my account'],
  ] as const) {
    const own = section(screen, part);
    await button(own, opener).click();
    await button(own, 'Cancel').click();
    await expect.soft(button(own, opener), opener).toBeFocused();
  }
  const email = section(screen, 'Email');
  await button(email, 'Change email').click();
  await field(email, 'New email').fill(`next-${account.email}`);
  await page.keyboard.press('Enter');
  await expect(email.getByText(/^Check your email to confirm/u)).toBeVisible();
  await expect.soft(button(email, 'Change email')).toBeFocused();
});

test('[D4] [A3] when a row is removed or a factor is added, the focus stays in the section', async ({
  openDevice,
  account,
}) => {
  const [page, other] = [await openDevice(), await openDevice()];
  await signIn(other, account);
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  const devices = section(screen, 'Devices');
  await devices.getByRole('button', { name: /^Log out Chrome/u }).click();
  await button(dialog(page, 'Log Out Device'), 'Log out device').click();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect.soft(devices.locator(':focus')).toHaveCount(1);
  await turnOnTwoSteps(screen);
  const twoSteps = section(screen, 'Two-step verification');
  await expect.soft(twoSteps.locator(':focus')).toHaveCount(1);
  await button(twoSteps, 'Remove Authenticator app').click();
  await button(dialog(page, 'Remove Verification Method'), 'Remove').click();
  await expect(twoSteps.getByText(/^Off\./u)).toBeVisible();
  await expect.soft(twoSteps.locator(':focus')).toHaveCount(1);
});

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
