/** Large text and landscape on a phone, and the check of all screens in them (product D8, L7). */
import { expect, type Page, test } from '@playwright/test';
import { listPicture } from '#scripts/screens.ts';
import { adderField, boxOf, button } from '#e2e/steps/controls.ts';
import { enterDemo } from '#e2e/steps/enter-demo.ts';
import { findTextFaults, setSize } from '#e2e/checks/find-text-faults.ts';

/** Each plants a fault in the list at 320 px, and names what finds it. */
const PLANTED: readonly (readonly [fault: RegExp, plant: (page: Page) => Promise<unknown>])[] = [
  [/^"Weekend" is broken in P/u, (page) => plant(page, 'p', 'inline-size: 4em; overflow-wrap: anywhere')],
  [
    /^the text of P .* is cut off$/u,
    (page) => plant(page, 'p', 'inline-size: 5em; overflow: hidden; white-space: nowrap'),
  ],
  [/^the text of P .* is cut off$/u, (page) => plant(page, 'p', 'inline-size: 5em; block-size: 1.4em; overflow: clip')],
  [/^P .* runs off the screen$/u, (page) => plant(page, 'p', 'inline-size: 300px; margin-inline-start: 60px')],
  [/^P .* runs off the screen$/u, (page) => plant(page, 'p', 'position: fixed; inset-block-start: -3rem')],
  [/^(?:HTML|BODY) is \d+ px wide in 320$/u, (page) => plant(page, 'div', 'inline-size: 360px')],
  [
    /^SECTION .* is off the screen$/u,
    (page) => plant(page, 'section', 'position: fixed; inset-inline-start: 100px; inline-size: 300px'),
  ],
  [
    /^the list's name shows \d letters$/u,
    (page) => styleName(page, 'display: block; inline-size: 7rem; white-space: nowrap; text-overflow: ellipsis'),
  ],
  [/^the list's name shows \d letters$/u, (page) => styleName(page, 'inline-size: 7rem; -webkit-line-clamp: 1')],
  [
    /^BUTTON .* is 40 x 60 px$/u,
    (page) => plant(page, 'button', 'inline-size: 40px; block-size: 60px; font-size: 8px'),
  ],
  [/^bars take [67]\d % of the height$/u, (page) => plant(page, 'div', 'position: fixed; z-index: 99; inset: 0 0 40%')],
];

test('[D8] the check finds each kind of fault, and none in the list without them', async ({ page }) => {
  await page.goto('/');
  await listPicture.open(page);
  await setSize(page, { width: 320, height: 700, percent: 200 });
  expect(await findTextFaults(page)).toEqual([]);
  for (const [fault, plantIt] of PLANTED) {
    await plantIt(page);
    expect(
      (await findTextFaults(page)).filter((found) => fault.test(found)),
      String(fault),
    ).not.toEqual([]);
    await page.evaluate(() => {
      document.querySelector('[data-planted]')?.remove();
      document.querySelector('h1 button')?.removeAttribute('style');
    });
  }
  expect(await findTextFaults(page)).toEqual([]);
});

for (const { where, size } of [
  { where: 'on a landscape phone', size: { width: 844, height: 390, percent: 100 } },
  { where: 'on a small landscape phone', size: { width: 667, height: 375, percent: 100 } },
  { where: 'in text at 200 %', size: { width: 390, height: 844, percent: 200 } },
]) {
  test(`[D8] ${where} the list starts in the upper half, and the header scrolls away`, async ({ page }) => {
    await enterDemo(page);
    await setSize(page, size);
    const first = page.getByRole('heading', { level: 2 }).first();
    await expect.poll(async () => (await boxOf(first)).y).toBeLessThan(size.height / 2);
    await page.evaluate(() => window.scrollTo(0, 1000));
    await expect(button(page, 'My List')).not.toBeInViewport();
  });
}

test('[D8] the header scrolls away above the keyboard, and stays in view without it', async ({ page }) => {
  await enterDemo(page);
  await page.evaluate(() => window.scrollTo(0, 1000));
  await expect(button(page, 'My List')).toBeInViewport();
  // On Android the keyboard makes the page lower.
  await page.setViewportSize({ width: 390, height: 430 });
  await expect(button(page, 'My List')).not.toBeInViewport();
});

test('[D8] the add bar is above the keyboard while the field has the focus, and at the bottom again without any event of the keyboard', async ({
  page,
}) => {
  await enterDemo(page);
  const findGap = (): Promise<number> =>
    adderField(page).evaluate(
      (field) => document.documentElement.clientHeight - (field.closest('form')?.getBoundingClientRect().bottom ?? 0),
    );
  await adderField(page).focus();
  await setKeyboard(page, 336);
  await page.evaluate(() => window.visualViewport?.dispatchEvent(new Event('resize')));
  await expect.poll(findGap).toBe(336);
  await setKeyboard(page, 0);
  await adderField(page).blur();
  await expect.poll(findGap).toBe(0);

  // Chromium then reports a higher window.
  await page.evaluate(() => {
    const wide = document.createElement('p');
    wide.style.inlineSize = '410px';
    document.querySelector('main')?.append(wide);
  });
  await adderField(page).focus();
  await page.evaluate(() => window.visualViewport?.dispatchEvent(new Event('resize')));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await findGap()).toBe(0);
});

/** On iOS, the keyboard makes only the visual viewport lower. */
const setKeyboard = (page: Page, height: number): Promise<void> =>
  page.evaluate((covered) => {
    const { visualViewport: viewport, innerHeight } = window;
    if (viewport) Object.defineProperty(viewport, 'height', { configurable: true, value: innerHeight - covered });
  }, height);

const plant = (page: Page, tag: string, style: string): Promise<void> =>
  page.evaluate(
    ([name, css]) => {
      const element = Object.assign(document.createElement(name), { textContent: 'Weekend bread' });
      element.style.cssText = css;
      element.dataset['planted'] = '';
      document.querySelector('main')?.prepend(element);
    },
    [tag, style] as const,
  );

const styleName = (page: Page, style: string): Promise<void> =>
  page.evaluate((css) => {
    const name = document.querySelector<HTMLElement>('h1 button');
    if (name) name.style.cssText = css;
  }, style);
