/** The account dialog: password, devices and deletion (product A3). */
import { expect } from '@playwright/test';
import { expectList, fillEntry, inventAccount, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { expectSaved } from '#e2e/checks/sync-status.ts';

test('[A3] changing the password requires the current one and logs out the other devices', async ({
  openDevice,
  account,
}) => {
  const [one, two] = [await openDevice(), await openDevice()];
  await signIn(one, account);
  await signIn(two, account);
  const part = section(await openAccountScreen(one), 'Password');
  await button(part, 'Change password').click();
  await field(part, 'Current password').fill('wrong1');
  await field(part, 'New password').fill('another1');
  await button(part, 'Change password').click();
  await expect(part.getByRole('alert').filter({ hasText: 'That password is incorrect.' })).toBeVisible();
  await field(part, 'Current password').fill(account.password);
  await button(part, 'Change password').click();
  await expect(toast(one, 'Your password has been changed.')).toBeVisible();
  await two.reload();
  await expect(two.getByText('Your password was changed, so your lists were removed')).toBeVisible({ timeout: 30_000 });
  await signIn(two, { ...account, password: 'another1' });
});

test('[A3] the account lists its devices, and logs out one of them, then all', async ({ openDevice, account }) => {
  const [one, two] = [await openDevice(), await openDevice()];
  await signIn(two, account);
  await signIn(one, account);
  const screen = await openAccountScreen(one);
  const part = section(screen, 'Devices');
  await expect(part.getByText('This device')).toBeVisible();
  // These two, and the session that created the account.
  await expect(part.getByRole('listitem')).toHaveCount(3);
  await part.getByRole('button', { name: /^Log out Chrome/u }).click();
  await button(dialog(one, 'Log Out Device'), 'Log out device').click();
  await expect(part.getByRole('listitem')).toHaveCount(2);
  // The server closes its realtime channels, so that the open page notices without a reload.
  await expect(two.getByText('You were logged out from another device')).toBeVisible({ timeout: 30_000 });
  await button(part, 'Log out everywhere').click();
  await button(dialog(one, 'Log Out Everywhere'), 'Log out everywhere').click();
  await expect(one.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('[A3] an account can be deleted, and the list stays on this device if the user wants that', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await addItem(page, 'Saffron', 'Pantry');
  const part = section(await openAccountScreen(page), 'Delete account');
  await button(part, 'Delete my account').click();
  const typed = field(part, `Type ${account.email} to confirm`);
  await typed.fill('somebody@example.org');
  await button(part, 'Delete account').click();
  await expect(typed).toHaveAccessibleDescription('This isn’t your account’s email address');
  await typed.fill(account.email);
  await button(part, 'Delete account').click();
  await expect(toast(page, 'Your account has been deleted. Your list is now in the demo.')).toBeVisible();
  await expect(itemBox(page, 'Saffron')).toBeVisible();
  await page.reload();
  await expect(itemBox(page, 'Saffron')).toBeVisible();
  await logOut(page);
  await fillEntry(page, account);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password.' })).toBeVisible();
});

test('[L2] a checked box imports the demo list into a new account, and the demo keeps its list', async ({
  openDevice,
}) => {
  const account = inventAccount();
  const [page, other] = [await openDevice(), await openDevice()];
  await enterDemo(page);
  await addItem(page, 'Saffron', 'Pantry');
  await logOut(page);
  await button(page, "Don't have an account? Sign up").click();
  const isImporting = page.getByRole('checkbox', { name: 'Import my demo list (131 items)', exact: true });
  await expect(isImporting).not.toBeChecked();
  await isImporting.check();
  await fillEntry(page, account);
  await expectList(page);
  await expect(itemBox(page, 'Saffron')).toBeVisible();
  await signIn(other, account);
  await expect(itemBox(other, 'Saffron')).toBeVisible();
  await expectSaved(page);
  await logOut(page);
  await enterDemo(page);
  await expect(itemBox(page, 'Saffron')).toBeVisible();
});
