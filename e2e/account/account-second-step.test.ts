/** Two-step verification: turned on, required at each sign-in, and turned off (product A3). */
import { expect } from '@playwright/test';
import { expectList, fillEntry, logOut, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section, turnOnTwoSteps } from '#e2e/steps/account-screen.ts';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { expectSaved } from '#e2e/checks/sync-status.ts';

test('[A3] with two-step verification on, signing in asks for a code, refuses a wrong one and accepts the right one', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await addItem(page, 'Saffron', 'Pantry');
  await expectSaved(page);
  const screen = await openAccountScreen(page);
  const authenticator = await turnOnTwoSteps(screen);
  await button(page, 'I saved my codes').click();
  await page.keyboard.press('Escape');
  await logOut(page);

  await fillEntry(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-Step Verification');
  const right = authenticator(1);
  await field(page, 'Code').fill(right === '000000' ? '111111' : '000000');
  await expect(field(page, 'Code')).toHaveAccessibleDescription('Invalid TOTP code entered');
  await expect(field(page, 'Code')).toHaveValue('');
  // The code was not checked, so the user need not type it again.
  await page.context().setOffline(true);
  await field(page, 'Code').fill('000000');
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/^Can’t reach the server\. Check .* try again\.$/u);
  await expect(field(page, 'Code')).toHaveValue('000000');
  await page.context().setOffline(false);
  // A reload discards the pending session: no user is signed in before the code.
  await page.reload();
  await fillEntry(page, account);
  await field(page, 'Code').fill(right);
  await expectList(page);
  await expect(itemBox(page, 'Saffron')).toBeVisible();

  const again = await openAccountScreen(page);
  const twoSteps = section(again, 'Two-step verification');
  await button(twoSteps, 'Remove Authenticator app').click();
  await button(dialog(page, 'Remove Verification Method'), 'Remove').click();
  await expect(twoSteps.getByText(/^Off\./u)).toBeVisible();
  await page.keyboard.press('Escape');
  await logOut(page);
  await signIn(page, account);
});

test('[A3] [A5] turning on two-step verification shows recovery codes once, and one of them signs in without the app', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await turnOnTwoSteps(screen);
  const twoSteps = section(screen, 'Two-step verification');
  const shown = twoSteps.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await button(twoSteps, 'I saved my codes').click();
  await expect(twoSteps.getByText('10 codes left')).toBeVisible();
  await page.keyboard.press('Escape');
  await logOut(page);

  await fillEntry(page, account);
  await page.getByLabel('Verification method').selectOption('Recovery code');
  await field(page, 'Recovery code').fill('AAAA BBBB');
  await button(page, 'Continue').click();
  await expect(field(page, 'Recovery code')).toHaveAccessibleDescription('Enter all 16 characters');
  await field(page, 'Recovery code').fill(codes[0]?.toLowerCase() ?? '');
  await expectList(page);

  const again = section(await openAccountScreen(page), 'Two-step verification');
  await expect(again.getByText('9 codes left')).toBeVisible();
  await button(again, 'Create new codes').click();
  await button(dialog(page, 'Create New Codes'), 'Create new codes').click();
  await expect(again.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expect(again.getByText('10 codes left')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(dialog(page, 'Save Your Recovery Codes'), 'I saved my codes').click();
  const activity = section(await openAccountScreen(page), 'Recent activity');
  await expect(activity.getByText('Recovery code used, 9 left')).toBeVisible();
  await expect(activity.getByText('Authenticator app added')).toBeVisible();
});

test('[A3] [A1] a device that signed in before two-step verification must sign in again and keeps its unsent changes', async ({
  openDevice,
  account,
}) => {
  const [one, two] = [await openDevice(), await openDevice()];
  await signIn(one, account);
  await signIn(two, account);
  const authenticator = await turnOnTwoSteps(await openAccountScreen(one));
  await two.context().setOffline(true);
  await addItem(two, 'Capers', 'Pantry');
  await two.context().setOffline(false);
  await expect(two.getByText('Your session has ended. Please sign in again.')).toBeVisible({ timeout: 30_000 });
  await fillEntry(two, account);
  await field(two, 'Code').fill(authenticator(1));
  await expect(itemBox(two, 'Capers')).toBeVisible();
  await one.keyboard.press('Escape');
  await expect(itemBox(one, 'Capers')).toBeVisible();
});
