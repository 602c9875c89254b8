/** Stops the page's clock, so that timers run only when the test advances it. */
import type { Page } from '@playwright/test';

/** Stops the page's clock; from then on only `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install();
  await page.clock.pauseAt(now + 60_000);
}
