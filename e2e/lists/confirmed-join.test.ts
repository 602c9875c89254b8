/** An invitation survives a sign-up whose email address is confirmed in another tab. */
import { expect, type Page } from '@playwright/test';
import { openMail } from '#e2e/fixtures/mailbox.ts';
import { ownServerTest as test } from '#e2e/fixtures/own-server.ts';
import type { ServerProcess } from '#test/servers/server-process.ts';
import { expectList, fillEntry, inventAccount } from '#e2e/steps/account.ts';
import { button, dialog } from '#e2e/steps/controls.ts';
import { listHeading } from '#e2e/steps/enter-demo.ts';
import { createList, invite } from '#e2e/steps/lists.ts';

test.use({ ownSettings: { AUTOCONFIRM: 'off' } });

/** Signs up on the open sign-up form, and opens the link in the mail in another tab. */
async function signUpByMail(page: Page, { dataFolder }: ServerProcess): Promise<Page> {
  const account = inventAccount();
  await fillEntry(page, account);
  const { link } = await openMail(account.email, /confirm/iu, dataFolder);
  const tab = await page.context().newPage();
  await tab.goto(link);
  return tab;
}

test('[H4] an invitation opens in the tab that the confirmation mail opens', async ({ browser, server }) => {
  const ann = await (await browser.newContext({ baseURL: server.address })).newPage();
  await ann.goto('/');
  await button(ann, "Don't have an account? Sign up").click();
  const annsTab = await signUpByMail(ann, server);
  await expectList(annsTab);
  await createList(annsTab, 'Groceries');
  const link = await invite(annsTab, 'Groceries');

  const visitor = await (await browser.newContext({ baseURL: server.address })).newPage();
  await visitor.goto(link);
  await button(visitor, 'Create an account').click();
  const tab = await signUpByMail(visitor, server);
  await expect(dialog(tab, 'Invitation')).toContainText('Join “Groceries”');
  await button(dialog(tab, 'Invitation'), 'Join').click();
  await expect(button(listHeading(tab), 'Groceries')).toBeVisible();
  await Promise.all([ann.context().close(), visitor.context().close()]);
});
