/** A new version during shopping is offered, never forced, and loses nothing. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readStored, untilStored } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';
import { isNextVersion, nextVersionTest as test, serveVersion } from '#e2e/fixtures/next-version.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';

const NOTICE = 'A new version is available.';

test('[D6] a new version is offered, waits for consent, then reloads once and keeps everything', async ({
  page,
  server,
  nextVersion,
}) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  await addItem(page, 'Zander', 'Seafood');
  await row(page, 'Milk').click();
  await serveVersion(server, nextVersion);
  await page.reload();
  await page.evaluate(untilInstalled);
  // The previous version runs until the shopper accepts the new one, even after reloads.
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(NOTICE)).toBeVisible();
  expect(await isNextVersion(page)).toBe(false);
  await row(page, 'Zander').click();

  let loads = 0;
  page.on('load', () => (loads += 1));
  const reloading = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloading;
  await expect.poll(() => isNextVersion(page)).toBe(true);
  await expect(listHeading(page)).toHaveText('My List (2/131 items)');
  await expect(page.getByText(NOTICE)).toBeHidden();
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // Time for a second reload.
  await row(page, 'Bread').click();
  await untilStored(page);
  await expect(listHeading(page)).toHaveText('My List (3/131 items)');
  expect(loads).toBe(1);
});

test('[D6] Later closes the notice and changes nothing', async ({ page, server, nextVersion }) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  await serveVersion(server, nextVersion);
  await page.reload();
  await page.evaluate(untilInstalled);
  // The next start shows the notice after the list, so a place for it in the stored screen would be an empty gap.
  const notice = (await page.getByText(NOTICE).locator('..').getAttribute('class')) ?? '';
  await untilStored(page);
  expect(await readStored(page)).not.toContain(notice);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(NOTICE)).toBeHidden();
  await row(page, 'Milk').click();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  expect(await isNextVersion(page)).toBe(false);
});

test('[D6] consent in one tab updates every tab once and keeps their lists', async ({
  page,
  context,
  server,
  nextVersion,
}) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  const second = await context.newPage();
  await second.goto(server.address);
  await serveVersion(server, nextVersion);
  await page.reload();
  await page.evaluate(untilInstalled);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await row(second, 'Milk').click();
  const loads = { first: 0, second: 0 };
  page.on('load', () => (loads.first += 1));
  second.on('load', () => (loads.second += 1));
  const reloading = Promise.all([page.waitForEvent('load'), second.waitForEvent('load')]);
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloading;
  for (const tab of [page, second]) {
    await expect.poll(() => isNextVersion(tab)).toBe(true);
    await expect(listHeading(tab)).toHaveText('My List (1/130 items)');
  }
  // Time for a second reload.
  await row(page, 'Bread').click();
  await untilStored(page);
  for (const tab of [page, second]) await expect(listHeading(tab)).toHaveText('My List (2/130 items)');
  expect(loads).toEqual({ first: 1, second: 1 });
});

test('[D6] a new version that cannot be downloaded completely leaves the old one working', async ({
  page,
  server,
  nextVersion,
}) => {
  await enterDemo(page, server.address);
  await untilKeptOffline(page);
  const broken = mkdtempSync(join(tmpdir(), 'checklist-broken-version-'));
  cpSync(nextVersion, broken, { recursive: true });
  const changed = readdirSync(join(broken, 'assets')).filter((name) => name.startsWith('index-'));
  for (const name of changed) rmSync(join(broken, 'assets', name));
  await serveVersion(server, broken);
  expect(await page.evaluate(fetchNewVersion)).toBe('redundant');
  await server.stop();
  rmSync(broken, { recursive: true });
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  expect(await isNextVersion(page)).toBe(false);
  await expect(page.getByText(NOTICE)).toBeHidden();
});

/** Runs in the page: waits until the browser has found and downloaded a new version, which it does when it has time. */
async function untilInstalled(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Runs in the page: checks for a new version and returns the state of its service worker. */
async function fetchNewVersion(): Promise<ServiceWorkerState | 'none'> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const worker = registration.installing;
  if (worker === null) return 'none';
  while (worker.state === 'installing') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker.state;
}
