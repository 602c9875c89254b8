/** The browser crashes with unsent changes: the next start sends them. */
import { expect } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { lookBehind } from '#e2e/fixtures/backend.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { ownBrowserTest as test } from '#e2e/fixtures/own-browser.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { countStoredItems } from '#e2e/checks/count-stored-items.ts';
import { expectSaved } from '#e2e/checks/sync-status.ts';

// A killed browser writes no trace.
test.use({ trace: 'off' });

test('[Y4] changes made offline right before a browser crash reach the server at the next start', async ({
  startBrowser,
  baseURL,
}) => {
  const account = inventAccount();
  const first = await startBrowser();
  await signUp(first.page, account);
  for (const name of ['Leek', 'Kale']) await addItem(first.page, name, 'Produce');
  const behind = await lookBehind(baseURL ?? '', account);
  await expect.poll(behind.items).toEqual(['Kale -', 'Leek -']);
  await untilKeptOffline(first.page);
  // Close normally: the signed-in user is in local storage, which the browser writes to disk only after some seconds.
  await first.close();
  const second = await startBrowser();
  await second.context.setOffline(true);
  await second.page.goto('/');
  await expect(listHeading(second.page)).toHaveText('My List (0/2 items)');
  await addItem(second.page, 'Chard', 'Produce');
  await row(second.page, 'Leek').click();
  // The change is on screen, so its write has started, and reading waits for it. Wait for nothing else.
  await expect(itemBox(second.page, 'Leek')).toBeChecked();
  await countStoredItems(second.page);
  await second.kill();
  const third = await startBrowser();
  await third.page.goto('/');
  await expect(listHeading(third.page)).toHaveText('My List (1/3 items)');
  await expectSaved(third.page);
  expect(await behind.items()).toEqual(['Chard -', 'Kale -', 'Leek x']);
});
