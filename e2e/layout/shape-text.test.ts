/** Every screen in large text on a phone, and in landscape: no broken words, nothing cut off or off the screen (product D8, L7). */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { listPicture, screens } from '#scripts/screens.ts';
import { findTextFaults, setSize, walkTextSizes } from '#e2e/checks/find-text-faults.ts';

test('[D8] [D3] [L7] no screen breaks a word, cuts text or a control, shrinks a target or fills with bars, in large text and in landscape', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  for (const screen of screens) {
    await page.goto('/');
    await screen.open(page);
    faults.push(...(await walkTextSizes(page, screen.title)));
    // An invitation stays on the screen until it is answered.
    await page.evaluate(() => localStorage.removeItem('checklist.invitation'));
  }
  expect(faults).toEqual([]);
});

/** Each plants a fault in the list at 320 px, and names what finds it. */
const PLANTED: readonly (readonly [fault: RegExp, plant: (page: Page) => Promise<unknown>])[] = [
  [
    /^"Croissants" is broken in P/u,
    (page) => plant(page, 'p', 'inline-size: 5em; overflow-wrap: anywhere', 'Croissants'),
  ],
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
    (page) => plant(page, 'section', 'position: fixed; inset-inline-start: 100px; inline-size: 300px', ''),
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

const plant = (page: Page, tag: string, style: string, text = 'Weekend bread'): Promise<void> =>
  page.evaluate(
    ([name, css, content]) => {
      const element = Object.assign(document.createElement(name), { textContent: content });
      element.style.cssText = css;
      element.dataset['planted'] = '';
      document.querySelector('main')?.prepend(element);
    },
    [tag, style, text] as const,
  );

const styleName = (page: Page, style: string): Promise<void> =>
  page.evaluate((css) => {
    const button = document.querySelector<HTMLElement>('h1 button');
    if (button) button.style.cssText = css;
  }, style);
