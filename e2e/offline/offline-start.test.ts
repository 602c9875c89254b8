/** Offline: the app starts and works with the server stopped, and shows the connection status. */
import { expect, type Page } from '@playwright/test';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { ownServerTest as test } from '#e2e/fixtures/own-server.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';

test('[D6] the app starts and reloads with the server stopped', async ({ page, server }) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  await server.stop();
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(page.getByText('Offline Mode')).toBeVisible();
  await page.goto(`${server.address}/?do=add`);
  await expect(page.getByRole('combobox', { name: 'Add shopping item' })).toBeFocused();
});

test('[W4] the public pages open with the server stopped', async ({ page, server }) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  await server.stop();
  for (const path of ['/site/', '/site/help/', '/site/about/', '/site/changelog/']) {
    await page.goto(server.address + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Its style sheet is loaded too.
    expect(await page.evaluate(() => [...document.styleSheets].some((sheet) => sheet.cssRules.length > 0))).toBe(true);
  }
});

test('[W3] a visitor enters the demo with the server stopped', async ({ page, server }) => {
  await page.goto(server.address);
  await untilKeptOffline(page);
  await server.stop();
  await page.reload();
  await expect(page.getByText("You're offline. Authentication requires an internet connection.")).toBeVisible();
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Open demo', exact: true }).click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[Y6] the status follows the results of requests, regardless of navigator.onLine', async ({ page, server }) => {
  await enterDemo(page, server.address);
  await expect(page.getByText('Connected')).toBeVisible();
  await untilKeptOffline(page);
  await server.stop();
  await page.reload();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(page.getByText('Offline Mode')).toBeVisible();
  await server.start();
  await lookAgain(page);
  await expect(page.getByText('Connected')).toBeVisible();
});

test('[Y6] a whole shop works offline: adding, ticking, saving and loading survive a reload', async ({
  page,
  server,
}) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  await server.stop();
  await page.reload();
  await addItem(page, 'Zander', 'Seafood');
  await row(page, 'Zander').click();
  await page.getByRole('button', { name: 'Save List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save List' });
  await dialog.getByLabel('Name of the saved list').fill('Offline fish');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Milk').click();
  await page.getByRole('button', { name: 'Load Saved List' }).click();
  await page.getByRole('button', { name: 'Load Offline fish' }).click();
  await expect(listHeading(page)).toHaveText('Offline fish (1/131 items)');
  await page.reload();
  await expect(listHeading(page)).toHaveText('Offline fish (1/131 items)');
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await server.start();
  await lookAgain(page);
  await expect(page.getByText('Connected')).toBeVisible();
  await expect(listHeading(page)).toHaveText('Offline fish (1/131 items)');
});

/** Simulates returning to the tab; the app then checks the connection at once. */
const lookAgain = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
