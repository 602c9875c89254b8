/** The browser crashes during a shop: earlier ticks are there after a restart. */
import { expect } from '@playwright/test';
import { countStoredItems } from '#e2e/checks/count-stored-items.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { ownBrowserTest as test } from '#e2e/fixtures/own-browser.ts';

const NAMES = ['Apples', 'Milk', 'Bread'];

// A killed browser writes no trace.
test.use({ trace: 'off' });

test('[Y4] a tick survives a browser crash', async ({ startBrowser }) => {
  const first = await startBrowser();
  await enterDemo(first.page);
  // Close normally: the signed-in user is in local storage, which the browser writes to disk only after some seconds.
  await first.close();
  for (const [at, name] of NAMES.entries()) {
    const own = await startBrowser();
    await own.page.goto('/');
    await expect(listHeading(own.page)).toHaveText(`My List (${at}/130 items)`);
    // The screen of the last start opens the database first (offline-first-screen-ticks.test.ts). The app has it open.
    await expect(own.page.locator('#first-screen > *')).toHaveCount(0);
    await row(own.page, name).click();
    // The tick is on screen, so its write has started, and reading waits for it. Wait for nothing else.
    await expect(itemBox(own.page, name)).toBeChecked();
    await countStoredItems(own.page);
    await own.kill();
  }
  const last = await startBrowser();
  await last.page.goto('/');
  for (const name of NAMES) await expect(itemBox(last.page, name)).toBeChecked();
});
