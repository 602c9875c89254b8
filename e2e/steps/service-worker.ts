/** Waiting for the service worker. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Waits until the whole app is cached and the service worker controls the page. */
export async function untilKeptOffline(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
