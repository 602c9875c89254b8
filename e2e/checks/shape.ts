/** Sets text sizes, and finds overflow and controls that are cut off or covered. */
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

/** Describes controls that cannot be pressed or whose text is cut off. Scrolls to each as keyboard focus would. */
export const findUnusable = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    // Wait until dialogs have opened.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const nameOf = (control: Element | null): string =>
      `${control?.tagName ?? 'the edge'} "${control?.getAttribute('aria-label') ?? control?.textContent.slice(0, 30)}"`;
    const isShown = (control: HTMLElement): boolean =>
      control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true });
    const faultsOf = async (control: HTMLElement): Promise<readonly string[]> => {
      // A row's box is drawn by its label.
      const target = control.closest<HTMLElement>('label') ?? control;
      target.scrollIntoView({ block: 'nearest' });
      await new Promise(requestAnimationFrame);
      const { left, top, width, height } = target.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit = target.contains(hit) || (hit?.contains(target) ?? false);
      const isCut = control.tagName === 'BUTTON' && control.scrollWidth > control.clientWidth + 1;
      return [
        ...(isHit ? [] : [`${nameOf(control)} is covered by ${nameOf(hit)}`]),
        ...(isCut ? [`${nameOf(control)} is cut off`] : []),
      ];
    };
    const scope = document.querySelector('dialog[open]') ?? document;
    const controls = [...scope.querySelectorAll<HTMLElement>('button, input, select, a')].filter(isShown);
    const faults: string[] = [];
    for (const control of controls) faults.push(...(await faultsOf(control)));
    return faults;
  });
