/** The page's clock in the test's hands: nothing times out by itself. */
import type { Page } from '@playwright/test';

/** Stops the page's clock; from here on it goes only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install();
  await page.clock.pauseAt(now + 60_000);
}
