/** The forms and confirmations of the account dialog (product A3). */
import { expect } from '@playwright/test';
import { inventAccount, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, enterDemo } from '#e2e/steps/enter-demo.ts';

test('[D4] Escape in a confirmation closes only the confirmation; canceling a file picker closes nothing', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await button(section(screen, 'Devices'), 'Log out everywhere').click();
  await expect(dialog(page, 'Log Out Everywhere')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Log Out Everywhere')).toBeHidden();
  await expect(screen).toBeVisible();
  // The event that browsers send when a file picker is canceled (HTML standard, file upload state).
  await screen.locator('input[type="file"]').dispatchEvent('cancel', { bubbles: true });
  await expect(section(screen, 'Devices')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(screen).toBeHidden();
});

test('[A3] the current address is refused as a new one, and a pending change can be canceled', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await expect(screen.getByText(`Signed in as ${account.email}`)).toBeVisible();
  const part = section(screen, 'Email');
  await expect(button(part, 'Cancel change')).toHaveCount(0);
  await button(part, 'Change email').click();
  await field(part, 'New email').fill(` ${account.email.toUpperCase()}`);
  await button(part, 'Change email').click();
  await expect(field(part, 'New email')).toHaveAccessibleDescription('This is already your email address');
  await field(part, 'New email').fill(inventAccount().email);
  await button(part, 'Change email').click();
  await button(part, 'Cancel change').click();
  await expect(toast(page, 'Email change canceled.')).toBeVisible();
  await expect(part.getByText(/^Check your email to confirm/u)).toHaveCount(0);
  await expect(button(part, 'Cancel change')).toHaveCount(0);
  await expect(part.getByText(account.email)).toBeVisible();
});

test('[A3] [D4] a wrong current password shows an error at its field, which gets the focus', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const part = section(await openAccountScreen(page), 'Password');
  await button(part, 'Change password').click();
  await field(part, 'Current password').fill('wrong1');
  await field(part, 'New password').fill('another1');
  await button(part, 'Change password').click();
  const current = field(part, 'Current password');
  await expect(current).toHaveAccessibleDescription('That password is incorrect. Try again.');
  await expect(current).toBeFocused();
  await expect(part.getByText(/incorrect/u)).toHaveCount(1);
});

test('[A3] devices with the same browser are distinguishable, and logging one out asks first', async ({
  openDevice,
  account,
}) => {
  const [page, other] = [await openDevice(), await openDevice()];
  await signIn(other, account);
  await signIn(page, account);
  const part = section(await openAccountScreen(page), 'Devices');
  // The third has a unique name, and its date is below the name.
  await expect(part.getByText(/^Chrome on Linux · since [A-Z][a-z]{2} \d+, \d\d:\d\d$/u)).toHaveCount(2);
  await expect(part.getByText(/signed in .*\d/u)).toHaveCount(1);
  const one = part.getByRole('button', { name: /^Log out Chrome on Linux · since .*\d/u });
  await one.click();
  await button(dialog(page, 'Log Out Device'), 'Cancel').click();
  await expect(part.getByRole('listitem')).toHaveCount(3);
  await button(part, 'Log out all other devices').click();
  await button(dialog(page, 'Log Out Other Devices'), 'Log out other devices').click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await expect(button(part, 'Log out all other devices')).toHaveCount(0);
  await expect(button(part, 'Log out everywhere')).toBeVisible();
});

test('[A3] adding an authenticator app removes one that was never verified', async ({ openDevice, account }) => {
  const page = await openDevice();
  await signIn(page, account);
  const part = section(await openAccountScreen(page), 'Two-step verification');
  await button(part, 'Add an authenticator app').click();
  await expect(field(part, 'Code')).toBeVisible();
  await button(dialog(page, 'Account'), 'Close').click();
  await openAccountScreen(page);
  await expect(part.getByText('setup not finished')).toHaveCount(1);
  await button(part, 'Add an authenticator app').click();
  await expect(field(part, 'Code')).toBeVisible();
  await expect(part.getByText('setup not finished')).toHaveCount(0);
  await button(dialog(page, 'Account'), 'Close').click();
  await openAccountScreen(page);
  await expect(part.getByRole('listitem')).toHaveText([/^Authenticator appsetup not finished/u]);
});

test('[A3] deleting the account says what to type, and what happens to the demo list', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await enterDemo(page);
  await addItem(page, 'Saffron', 'Pantry');
  await logOut(page);
  await signIn(page, account);
  const part = section(await openAccountScreen(page), 'Delete account');
  await button(part, 'Delete my account').click();
  await expect(part.getByText(/replaces your demo list \(\d+ items\)/u)).toBeVisible();
  await part.getByRole('checkbox').uncheck();
  await expect(part.getByText(/demo list/u)).toHaveCount(0);
  await button(part, 'Delete account').click();
  await expect(part.getByRole('textbox')).toHaveAccessibleDescription('Please enter your email address');
  await expect(part.getByRole('textbox')).toBeFocused();
});
