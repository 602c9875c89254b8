/** Adding an authenticator app a second time (product A3). */
import { expect } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

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
