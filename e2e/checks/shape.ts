/** Sets text sizes, and finds overflow. */
import type { Page } from '@playwright/test';
import { findOverflow as findOverflowHere } from '#web/testing/faults.ts';

/** Sets the text size in the browser's settings: 200 % is 32 px instead of 16. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: Math.round(0.16 * percent), fixed: Math.round(0.13 * percent) },
  });
  await session.detach();
}

export const doubleText = (page: Page): Promise<void> => setTextSize(page, 200);

/** Describes elements that make the page or a dialog scroll sideways or extend beyond the screen. */
export const findOverflow = (page: Page): Promise<readonly string[]> => page.evaluate(findOverflowHere);

/** Lets the next start show the list: an invitation that was not answered, and Shop mode, are there again. */
export const forgetPlace = (page: Page): Promise<void> =>
  page.evaluate(() => ['checklist.invitation', 'checklist.shop-mode'].forEach((key) => localStorage.removeItem(key)));
