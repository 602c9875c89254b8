/** axe finds no faults on the account screens, in both themes (product D3, D4). */
import { expect } from '@playwright/test';
import { fillEntry, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section, turnOnTwoSteps } from '#e2e/steps/account-screen.ts';
import { button, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { findFaults } from '#e2e/checks/find-faults.ts';
import { openMail } from '#e2e/fixtures/mailbox.ts';

test('[D4] [D3] the account dialog, its forms, the second step and the screen after a link are accessible', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  const faults: string[] = [];
  const look = async (where: string): Promise<void> => {
    faults.push(...(await findFaults(page, where)));
  };
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await look('the account');
  for (const [part, opener] of [
    ['Email', 'Change email'],
    ['Password', 'Change password'],
    ['Delete account', 'Delete my account'],
  ] as const) {
    await button(section(screen, part), opener).click();
  }
  await look('its forms');
  await turnOnTwoSteps(screen);
  await look('with a second step');
  await button(screen, 'I saved my codes').click();
  await page.keyboard.press('Escape');
  await logOut(page);
  await fillEntry(page, account);
  await expect(field(page, 'Code')).toBeVisible();
  await look('the second step');
  await button(page, 'Back').click();

  await button(page, 'Forgot password?').click();
  await field(page, 'Email').fill(account.email);
  await button(page, 'Send Reset Email').click();
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
  const { link } = await openMail(account.email, /^Reset your password/u);
  await page.goto(link);
  await expect(field(page, 'Code')).toBeVisible();
  await look('the second step after a link');
  await page.goto(link);
  await expect(button(page, 'Request a new password link')).toBeVisible();
  await look('a link that failed');
  expect(faults).toEqual([]);
});
