/** The service worker, as tests must wait for it. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Waits until the whole app is on the device, and the page's requests go through the worker. */
export async function untilKeptOffline(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
