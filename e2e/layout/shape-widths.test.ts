/**
 * Every screen and dialog at every usual width, in a wide and a narrow font, with text at 100, 130 and 200 %, in landscape and from right to
 * left (product D3, D8, L7). The text size is the browser's own setting, as a user changes it: rem and media queries in em follow it. Page zoom
 * needs no separate test, since 430 px at 130 % are 330 px at 100 %.
 */
import { expect, test, type Page } from '@playwright/test';
import { screens } from '#scripts/screens.ts';
import { adderField, button } from '#e2e/steps/controls.ts';
import { enterDemo } from '#e2e/steps/enter-demo.ts';
import { forgetPlace, setTextSize } from '#e2e/checks/shape.ts';
import { findShapeFaults, NARROW, setFont, WIDE } from '#e2e/checks/find-shape-faults.ts';
import { walkTextSizes } from '#e2e/checks/find-text-faults.ts';

/**
 * Phones and desktops. Between them, no media query and no container query of the style sheets begins or ends that does not do so at another
 * text size too. In the narrow font, more words fit on a line, so two widths show its faults.
 */
const FONTS = [
  { font: WIDE, widths: [320, 360, 390, 412, 1024, 1280, 1680] },
  { font: NARROW, widths: [320, 1280] },
];

const SIZES = [
  { percent: 100, hasOneLineBars: true },
  { percent: 130, hasOneLineBars: true },
  // The add bar and the toolbar may take a second line.
  { percent: 200, hasOneLineBars: false },
];

/** Split into several tests, so that they run in parallel. */
const PARTS = 4;

test.describe.configure({ mode: 'parallel' });

for (const part of Array.from({ length: PARTS }, (_, at) => at + 1)) {
  test(`[D3] [D8] [L7] no screen overlaps, breaks a word, cuts text or a control, wraps a bar or scrolls sideways, at any width, text size and direction (${part} of ${PARTS})`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const faults: string[] = [];
    for (const screen of screens.filter((_, at) => at % PARTS === part - 1)) {
      await page.goto('/');
      await screen.open(page);
      // A toast stays while its button has the focus.
      if (screen.name === 'toast') await page.locator('[data-toasts] button').focus();
      faults.push(...(await walkTextSizes(page, screen.title)));
      for (const { font, widths } of FONTS) {
        await setFont(page, font);
        const found = await walkSizes(page, widths);
        faults.push(...found.map((fault) => `${screen.title}, ${font.family}, ${fault}`));
      }
      await forgetPlace(page);
    }
    expect(faults).toEqual([]);
  });
}

/** Looks for faults at each width and text size. Afterward, the text size is 100 %. */
async function walkSizes(page: Page, widths: readonly number[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { percent, hasOneLineBars } of SIZES) {
    await setTextSize(page, percent);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const found = await findShapeFaults(page, hasOneLineBars);
      faults.push(...found.map((fault) => `${width} px, ${percent} %: ${fault}`));
    }
  }
  await setTextSize(page, 100);
  return faults;
}

test('[D3] typing moves neither the list nor the add bar', async ({ page }) => {
  await enterDemo(page);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const font of [WIDE, NARROW]) {
      await setFont(page, font);
      const before = await readSettledPlaces(page);
      await adderField(page).pressSequentially('tom');
      expect(await readPlaces(page), `typing at ${width} px in ${font.family}`).toEqual(before);
      await adderField(page).fill('');
      expect(await readPlaces(page), `emptied at ${width} px in ${font.family}`).toEqual(before);
    }
  }
});

/** The positions once they have stopped changing after a new size or font. */
async function readSettledPlaces(page: Page) {
  await expect(async () => {
    const before = await readPlaces(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await readPlaces(page)).toEqual(before);
  }).toPass();
  return readPlaces(page);
}

/** The positions of the add field, its button and the first category. */
const readPlaces = (page: Page) =>
  Promise.all(
    [adderField(page), button(page, 'Add Item'), page.getByRole('heading', { level: 2 }).first()].map((place) =>
      place.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      }),
    ),
  );
