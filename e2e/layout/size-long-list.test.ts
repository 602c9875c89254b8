/** Ten thousand items: the list starts, ticks, adds, deletes, undoes and scrolls like a short one. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { boxOf, button, dialog } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { TICK } from '#web/ui/marks.ts';

const COUNT = 10_000;
const PER_CATEGORY = 2_500;
const CATEGORIES = ['Alpha', 'Beta', 'Gamma', 'Delta'];

test('[L5] ten thousand items can be imported, loaded again, ticked, added, deleted and undone', async ({ page }) => {
  await enterLongList(page);
  await expect(itemBox(page, nameOf(0))).toBeAttached();
  await row(page, nameOf(1)).click();
  await expect(listHeading(page)).toContainText(`(1/${COUNT} items)`);
  await addItem(page, 'Thing 00001 and a half', 'Alpha');
  await expect(itemBox(page, 'Thing 00001 and a half')).toBeAttached();
  await button(page, `Delete ${nameOf(2)}`).click();
  await expect(listHeading(page)).toContainText(`(1/${COUNT} items)`);
  await page.reload();
  await expect(listHeading(page)).toContainText(`(1/${COUNT} items)`);
  await expect(itemBox(page, nameOf(1))).toBeChecked();
  for (const left of [1, 1, 0]) {
    await button(page, 'Undo').click();
    await expect(listHeading(page)).toContainText(`(${left}/`);
  }
  await expect(listHeading(page)).toContainText(`(0/${COUNT} items)`);
  await expect(itemBox(page, nameOf(2))).toBeAttached();
  // The previous step imported the whole list.
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[L6] after scrolling to the end and back, the rows near the screen are in the page', async ({ page }) => {
  await enterLongList(page);
  await scrollTo(page, 'end');
  // Categories sort by name: Gamma is the last.
  const last = itemBox(page, nameOf(PER_CATEGORY * 3 - 1));
  await expect(last).toBeInViewport();
  await row(page, nameOf(PER_CATEGORY * 3 - 1)).click();
  await expect(last).toBeChecked();
  await expect(listHeading(page)).toContainText(`(1/${COUNT} items)`);
  await scrollTo(page, 'start');
  await expect(itemBox(page, nameOf(0))).toBeInViewport();
  // The whole list is never in the page at once.
  expect(await page.locator(TICK).count()).toBeLessThan(1000);
});

test('[L6] if several entries for one block arrive after a long task, the last one counts', async ({ page }) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = new Proxy(window.IntersectionObserver, {
      construct(Observer, [tell, options]: ConstructorParameters<typeof IntersectionObserver>) {
        const late = (entry: IntersectionObserverEntry): IntersectionObserverEntry =>
          ({ target: entry.target, isIntersecting: !entry.isIntersecting }) as IntersectionObserverEntry;
        return new Observer((entries, self) => tell([...entries.map(late), ...entries], self), options);
      },
    });
  });
  await enterLongList(page);
  await scrollTo(page, 'end');
  await expect(itemBox(page, nameOf(PER_CATEGORY * 3 - 1))).toBeInViewport();
  expect(await page.locator(TICK).count()).toBeLessThan(1000);
});

test('[L6] an item far down can be found by scrolling, and does not move after a tick', async ({ page }) => {
  await enterLongList(page);
  const wanted = itemBox(page, nameOf(1200));
  await scrollUntil(page, wanted);
  // Away from the bars: a press on a row that they cover would scroll.
  await wanted.evaluate((box) => box.scrollIntoView({ block: 'center' }));
  const before = await boxOf(wanted);
  await row(page, nameOf(1200)).click();
  await expect(wanted).toBeChecked();
  expect((await boxOf(wanted)).y).toBe(before.y);
});

test('[D4] the arrow keys move beyond the rendered rows, and the focus is never lost', async ({ page }) => {
  await enterLongList(page);
  await itemBox(page, nameOf(0)).focus();
  await pressUntilFocused(page, 'ArrowDown', 100);
  await page.keyboard.press('Space');
  await expect(itemBox(page, nameOf(100))).toBeChecked();
  // After scrolling away and back, keyboard navigation continues from the same row.
  await scrollTo(page, 'end');
  await expect(itemBox(page, nameOf(PER_CATEGORY * 3 - 1))).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(itemBox(page, nameOf(101))).toBeFocused();
  await expect(itemBox(page, nameOf(101))).toBeInViewport();
  await pressUntilFocused(page, 'ArrowUp', 61);
});

test('[L5] a collapsed category with thousands of items expands at once, and the next one is below it', async ({
  page,
}) => {
  await enterLongList(page);
  for (const name of ['Alpha', 'Beta', 'Delta']) await groupButton(page, name).click();
  await expect(groupButton(page, 'Gamma')).toBeInViewport();
  await groupButton(page, 'Beta').click();
  await expect(itemBox(page, nameOf(PER_CATEGORY))).toBeInViewport();
});

const nameOf = (at: number): string => `Thing ${String(at).padStart(5, '0')}`;

async function enterLongList(page: Page): Promise<void> {
  await enterDemo(page);
  await enterThings(page, COUNT);
}

/** Replaces the list with one of the given number of items. */
async function enterThings(page: Page, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, at) => ({
    id: `i${at}`,
    name: nameOf(at),
    category: CATEGORIES[Math.floor(at / PER_CATEGORY)] ?? '',
    checked: false,
  }));
  const categories = CATEGORIES.map((name) => ({ id: name, name }));
  await importFile(page, { text: listFileText({ listName: 'Long', items, categories }) });
  await expect(dialog(page, 'Account')).toBeHidden();
  await expect(listHeading(page)).toHaveText(`Long (0/${count} items)`);
}

declare global {
  // Only an interface can be merged with the browser's type.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    mostRows: number | undefined;
    frameRequests: number | undefined;
  }
}

/** A press at a row that is not rendered yet only renders it, so a few more presses than rows may be needed. */
async function pressUntilFocused(page: Page, key: string, at: number): Promise<void> {
  const readFocused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest('label')?.textContent.trim() ?? '');
  let focused = await readFocused();
  const passed = [focused];
  while (passed.length < 130 && focused !== nameOf(at)) {
    await page.keyboard.press(key);
    const next = await readFocused();
    if (next !== focused) passed.push(next);
    // The rows around it are rendered in one of the next frames.
    else await page.evaluate(() => new Promise(requestAnimationFrame));
    focused = next;
  }
  await expect(itemBox(page, nameOf(at))).toBeFocused();
}

const scrollTo = (page: Page, end: 'start' | 'end'): Promise<void> =>
  page.evaluate((where) => window.scrollTo(0, where === 'start' ? 0 : document.documentElement.scrollHeight), end);

/** Runs in the page. */
const isAnyOnScreen = (boxes: readonly Element[]): boolean =>
  boxes.some((box) => Math.abs(box.getBoundingClientRect().top - window.innerHeight / 2) < window.innerHeight / 2);

/** Scrolls down by four screens at a time until the item is on the screen, and begins again at the top if its row came too late. */
async function scrollUntil(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    const isAtEnd = await page.evaluate(() => {
      const { scrollHeight } = document.documentElement;
      const isLast = window.scrollY + window.innerHeight >= scrollHeight - 1;
      if (isLast) window.scrollTo(0, 0);
      else window.scrollBy(0, 4 * window.innerHeight);
      return isLast;
    });
    expect(isAtEnd).toBe(false);
    // Rows come to where the screen is now.
    await expect.poll(() => page.locator(TICK).evaluateAll(isAnyOnScreen)).toBe(true);
    expect(await wanted.count()).toBe(1);
    // A row that is only near the screen may leave the page again.
    await wanted.scrollIntoViewIfNeeded({ timeout: 1000 });
    await expect(wanted).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 50_000, intervals: [20] });
}
