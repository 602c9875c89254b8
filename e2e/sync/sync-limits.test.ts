/** An account that reaches the server's limits: the rejected changes show the server's message. */
import { expect } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { button, dialog, pressAndConfirm } from '#e2e/steps/controls.ts';
import { ownServerTest } from '#e2e/fixtures/own-server.ts';

const test = ownServerTest.extend({ baseURL: async ({ server }, lend) => lend(server.address) });

test.use({ ownSettings: { MAX_ACCOUNT_ROWS: '100' } });

test('[Y4] changes that a full account rejects are kept on the device, with the server’s message', async ({ page }) => {
  await signUp(page, inventAccount());
  await pressAndConfirm(page, 'Restore Default List', 'Restore');
  const notice = page.getByRole('alert').filter({ hasText: 'changes couldn’t be saved.' });
  await button(notice, 'Review').click();
  const rejected = dialog(page, 'Changes Not Saved');
  await expect(rejected.getByText('Message from the server: This account is full.').first()).toBeVisible();
  await expect(rejected.getByRole('button', { name: /^Copy/u })).toBeVisible();
});
