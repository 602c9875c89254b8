/** The browser is killed in the middle of a shop: what was ticked before is there when it starts again. */
import { expect } from '@playwright/test';
import { enterDemo, itemBox, listHeading } from './steps/enter-demo.ts';
import { row } from './steps/list.ts';
import { ownBrowserTest as test } from './steps/own-browser.ts';

const NAMES = ['Apples', 'Milk', 'Bread'];

// A killed browser leaves no trace to keep.
test.use({ trace: 'off' });

test('[Y4] a tick survives the death of the browser', async ({ startBrowser }) => {
  const first = await startBrowser();
  await enterDemo(first.page);
  // Close normally: the signed-in user is in local storage, which the browser writes to disk only after some seconds.
  await first.close();
  for (const [at, name] of NAMES.entries()) {
    const own = await startBrowser();
    await own.page.goto('/');
    await expect(listHeading(own.page)).toHaveText(`My List (${at}/130 items)`);
    await row(own.page, name).click();
    // On the screen, and so on its way to the disk: no more is waited for.
    await expect(itemBox(own.page, name)).toBeChecked();
    await own.kill();
  }
  const last = await startBrowser();
  await last.page.goto('/');
  for (const name of NAMES) await expect(itemBox(last.page, name)).toBeChecked();
});
