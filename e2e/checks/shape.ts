/** Sets text sizes, and finds overflow. */
import type { Page } from '@playwright/test';

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
export const findOverflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const isOut = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > root.clientWidth + 1);
    };
    const scrolling = [root, document.body, ...document.querySelectorAll('dialog[open], :popover-open')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} is ${element.scrollWidth} wide in ${element.clientWidth}`);
    const out = Array.from(document.querySelectorAll('button, input, select, a, h1, h2, p, li'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isOut(element))
      .map((element) => `${element.tagName} "${element.textContent.slice(0, 30)}" is out of the screen`);
    return [...scrolling, ...out];
  });
