/** Ten thousand items: the list starts, ticks, adds, deletes, undoes and scrolls like a short one. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row, section } from '#e2e/steps/list.ts';
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

test('[D4] at 300 items every row is in the page; above that each row has its position and the total', async ({
  page,
}) => {
  const rows = page.getByRole('listitem').filter({ has: page.locator(TICK) });
  await enterDemo(page);
  await enterThings(page, 300);
  await expect(rows).toHaveCount(300);
  await expect(rows.first()).not.toHaveAttribute('aria-setsize');
  await enterThings(page, 500);
  await expect.poll(() => rows.count()).toBeLessThan(300);
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '500');
  await addItem(page, 'Thing 00000 and a half', 'Alpha');
  await expect(row(page, nameOf(1))).toHaveAttribute('aria-posinset', '3');
  await expect(row(page, nameOf(1))).toHaveAttribute('aria-setsize', '501');
  await scrollTo(page, 'end');
  await expect(row(page, nameOf(499))).toHaveAttribute('aria-posinset', '501');
});

test('[D4] in a long list a row’s position is correct after another row is renamed, and in Shop mode counts visible rows', async ({
  page,
}) => {
  await enterDemo(page);
  await enterThings(page, 500);
  await expect(row(page, nameOf(40))).toHaveAttribute('aria-posinset', '41');
  await itemBox(page, nameOf(10)).press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill('Thing 00150 and a half');
  await page.keyboard.press('Enter');
  await expect(row(page, nameOf(40))).toHaveAttribute('aria-posinset', '40');

  await button(page, 'Shop mode').click();
  await expect(row(page, nameOf(0))).toHaveAttribute('aria-setsize', '500');
  await row(page, nameOf(1)).click();
  await expect(itemBox(page, nameOf(1))).toHaveCount(0);
  await expect(row(page, nameOf(0))).toHaveAttribute('aria-setsize', '499');
  await expect(row(page, nameOf(2))).toHaveAttribute('aria-posinset', '2');
  await expect(row(page, nameOf(40))).toHaveAttribute('aria-posinset', '39');
});

test('[D4] a long list in Shop mode does no work while nothing changes', async ({ page }) => {
  await page.addInitScript(countFrames);
  await enterDemo(page);
  await enterThings(page, 500);
  await button(page, 'Shop mode').click();
  await expect(row(page, nameOf(0))).toHaveAttribute('aria-setsize', '500');
  await row(page, nameOf(1)).click();
  await expect(row(page, nameOf(0))).toHaveAttribute('aria-setsize', '499');
  await expect.poll(() => page.evaluate(countFramesOfASecond), { timeout: 10_000 }).toBe(0);
});

test('[D4] Tab stops in a category whose first rows are not in the page', async ({ page }) => {
  await enterDemo(page);
  await enterThings(page, 3_000);
  const focused = section(page, 'Alpha').locator(`${TICK}:focus`);
  await groupButton(page, 'Beta').focus();
  await expect(itemBox(page, nameOf(PER_CATEGORY - 1))).toBeAttached();
  await expect(itemBox(page, nameOf(0))).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(groupButton(page, 'Beta')).toBeFocused();
  // The row that last had the focus leaves the page, and the next one becomes the tab stop.
  await scrollTo(page, 'start');
  await expect(itemBox(page, nameOf(0))).toBeAttached();
  await groupButton(page, 'Alpha').focus();
  await page.keyboard.press('Tab');
  await expect(itemBox(page, nameOf(0))).toBeFocused();
});

test('[L12] the print has all rows of a list that is too long to be in the page', async ({ page }) => {
  await enterDemo(page);
  await enterThings(page, 1000);
  await expect(itemBox(page, nameOf(0))).toBeAttached();
  await expect(page.getByText(nameOf(999), { exact: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Thing \d{5}$/)).toHaveCount(1000);
  await expect(page.getByText(nameOf(999), { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText(nameOf(999), { exact: true })).toHaveCount(0);
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

test('[L5] a list that becomes long by an import keeps only the rows near the screen, and has all rows when it is short again', async ({
  page,
}) => {
  const rows = page.locator(TICK);
  await enterDemo(page);
  await enterThings(page, 250);
  await expect(rows).toHaveCount(250);
  await page.evaluate(watchRows, TICK);
  await enterThings(page, 4_000);
  await expect.poll(() => rows.count()).toBeLessThan(700);
  // The whole list was never in the page at once.
  expect(await page.evaluate(() => window.mostRows)).toBeLessThan(700);
  await expect(itemBox(page, nameOf(0))).toBeAttached();
  await button(page, 'Undo').click();
  await expect(rows).toHaveCount(250);
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
  const before = await wanted.boundingBox();
  await row(page, nameOf(1200)).click();
  await expect(wanted).toBeChecked();
  expect((await wanted.boundingBox())?.y).toBe(before?.y);
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

/** Runs in the page: counts the animation frames that the app requests. The app updates row positions after a frame. */
function countFrames(): void {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    window.frameRequests = (window.frameRequests ?? 0) + 1;
    return request(callback);
  };
}

/** Runs in the page: returns the number of frames that the app requests within a second. */
async function countFramesOfASecond(): Promise<number> {
  window.frameRequests = 0;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return window.frameRequests;
}

/** Runs in the page: records the maximum number of rows from now on. */
function watchRows(tick: string): void {
  new MutationObserver(() => {
    window.mostRows = Math.max(window.mostRows ?? 0, document.querySelectorAll(tick).length);
  }).observe(document, { childList: true, subtree: true });
}

/** A press at a row that is not rendered yet only renders it, so a few more presses than rows may be needed. */
async function pressUntilFocused(page: Page, key: string, at: number): Promise<void> {
  const readFocused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest('label')?.textContent.trim() ?? '');
  let focused = await readFocused();
  for (let press = 0; press < 130 && focused !== nameOf(at); press += 1) {
    await page.keyboard.press(key);
    const next = await readFocused();
    // The rows around it are rendered in a frame.
    if (next === focused) await page.evaluate(() => new Promise(requestAnimationFrame));
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
