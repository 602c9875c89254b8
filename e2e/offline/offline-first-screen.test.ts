/** The start shows the list of the last start at once, before the app's scripts have run. */
import { expect, test, type Page } from '@playwright/test';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { logOut } from '#e2e/steps/account.ts';
import { holdApp, readStored, startWithoutApp, untilStored, watchWaiting } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';
import { marked, TICK } from '#web/ui/marks.ts';

test('a start shows the list before the app has loaded, and the app replaces it without moving anything', async ({
  page,
}) => {
  await enterDemo(page);
  await row(page, 'Bagels').click();
  const startApp = await startWithoutApp(page);
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(itemBox(page, 'Bagels')).toBeChecked();
  await expect(page.getByRole('group', { name: 'List actions' })).toBeVisible();
  const before = await readPlaces(page);
  await page.evaluate(countIconsInFrames);
  await startApp();
  await expect(page.locator('#first-screen')).toBeEmpty();
  expect(await readPlaces(page)).toEqual(before);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => [...new Set(window.iconCounts)])).toHaveLength(1);
});

declare global {
  var iconCounts: number[];
}

/** Runs in the page: counts the icons in the window in each frame. */
function countIconsInFrames(): void {
  window.iconCounts = [];
  const count = (): void => {
    const icons = [...document.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect());
    window.iconCounts.push(
      icons.filter(({ width, bottom, top }) => width > 0 && bottom > 0 && top < innerHeight).length,
    );
    requestAnimationFrame(count);
  };
  count();
}

/** The texts and positions of everything that the first screen shows. */
const readPlaces = (page: Page) =>
  page.evaluate(
    (controls) =>
      [...document.querySelectorAll(`h1, h2, ${controls}, header button, form button`)]
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect().toJSON() as DOMRect }))
        .filter(({ box }) => box.width > 0 && box.top < window.innerHeight),
    [marked('action'), marked('addField')].join(', '),
  );

test('[Y4] a tick on the first screen is shown at once, applied when the app has loaded, and can be undone', async ({
  page,
}) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(page.locator('#first-screen section').filter({ hasText: 'Bakery' })).toContainText('(1/');
  await startApp();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[Y4] the app waits while a finger is down, also for a second tap right after the first', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await page.evaluate(watchWaiting);
  const touched = await itemBox(page, 'Bread').evaluateHandle((box: HTMLInputElement) => {
    const touch = (type: string): boolean => box.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1 }));
    touch('pointerdown');
    const tapTwice = async (): Promise<boolean> => {
      await window.appWaits;
      // The finger is lifted, and touches the screen again at once.
      touch('pointerup');
      touch('pointerdown');
      // Longer than the app waits for the click of a finger that was lifted.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const hasWaited = document.querySelector('#app')?.hasChildNodes() === false;
      touch('pointerup');
      await Promise.resolve();
      box.click();
      return hasWaited;
    };
    return { hasWaited: tapTwice() };
  });
  await startApp();
  expect(await touched.evaluate(({ hasWaited }) => hasWaited)).toBe(true);
  await expect(itemBox(page, 'Bread')).toBeChecked();
});

test('[Y4] the app waits until the last of two fingers is lifted', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await page.evaluate(watchWaiting);
  const touched = await itemBox(page, 'Bread').evaluateHandle((box) => {
    const touch = (type: string, pointerId: number): boolean =>
      box.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId }));
    touch('pointerdown', 1);
    touch('pointerdown', 2);
    const lift = async (): Promise<boolean> => {
      await window.appWaits;
      touch('pointerup', 1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const hasWaited = document.querySelector('#app')?.hasChildNodes() === false;
      touch('pointerup', 2);
      return hasWaited;
    };
    return { hasWaited: lift() };
  });
  await startApp();
  expect(await touched.evaluate(({ hasWaited }) => hasWaited)).toBe(true);
});

test('the screen is stored when the page is closed right after a change', async ({ page, context }) => {
  await enterDemo(page);
  await untilStored(page);
  const release = await holdApp(page);
  await row(page, 'Bread').click();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await page.close();
  const next = await context.newPage();
  await next.goto('/', { waitUntil: 'commit' });
  await expect(next.locator('#first-screen').getByRole('checkbox', { name: 'Bread', exact: true })).toBeChecked();
  release();
});

test('a start after scrolling shows the top of the list, and still does after the app has loaded', async ({ page }) => {
  await enterDemo(page);
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(3000);
  const startApp = await startWithoutApp(page);
  await startApp();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('on a wide screen, a copy of the scrolled list has the toolbar and the add bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterDemo(page);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => caches.delete('first-screen'));
  await page.locator(TICK).last().click();
  const startApp = await startWithoutApp(page);
  await expect(page.getByRole('group', { name: 'List actions' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Add shopping item' })).toBeVisible();
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

test('a change removes the stored screen, and the next one includes changes from other tabs', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  await untilStored(page);
  await addItem(page, 'Almond buns', 'Bakery');
  await expect(itemBox(page, 'Almond buns')).toBeVisible();
  // It is removed, and stored again when nothing has changed for a while.
  await expect.poll(() => readStored(page).then((stored) => stored?.includes('(0/130'))).not.toBe(true);
  const other = await context.newPage();
  await other.goto('/');
  await untilStored(other);
  await row(other, 'Almond buns').click();
  await expect(itemBox(page, 'Almond buns')).toBeChecked();
  await startWithoutApp(page);
  await expect(itemBox(page, 'Almond buns')).toBeChecked();
});

test('a first screen of another build is not used, because its files may be gone', async ({ page }) => {
  await enterDemo(page);
  await untilStored(page);
  await page.evaluate(async () => {
    const markup = (await (await caches.match('/first-screen'))?.text()) ?? '';
    const cache = await caches.open('first-screen');
    await cache.put('/first-screen', new Response(markup, { headers: { script: '/assets/index-older.js' } }));
  });
  await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await expect(page.locator('#first-screen')).toBeEmpty();
});

test('a chosen category is not part of the first screen, and a lost connection does not remove the stored screen', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  await untilStored(page);
  await context.setOffline(true);
  await expect(page.getByText('Offline')).toBeVisible();
  expect(await readStored(page)).toBeDefined();
  await context.setOffline(false);
  const category = page.getByRole('combobox', { name: 'Category', exact: true });
  await category.selectOption({ label: 'Bakery' });
  const face = category.locator('xpath=following-sibling::span[1]');
  await expect(face.locator('> *')).toHaveCount(1);
  const startApp = await startWithoutApp(page);
  await expect(face.locator('> *')).toHaveCount(0);
  await expect(category).toHaveValue('');
  await startApp();
  await expect(category).toHaveValue('');
});

test('[Y9] a sign-out removes the first screen', async ({ page }) => {
  await enterDemo(page);
  await untilStored(page);
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Try Demo' })).toBeVisible();
  await expect.poll(() => readStored(page)).toBeUndefined();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try Demo' })).toBeVisible();
  await expect(page.locator('#first-screen')).toBeEmpty();
});

test('a start in a window of another width, or by a shortcut, waits for the app', async ({ page }) => {
  await enterDemo(page);
  await untilStored(page);
  await holdApp(page);
  // The app's script does not answer, so the page is parsed but never finished.
  const open = async (address: string): Promise<number> => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'interactive');
    return page.locator('#first-screen > *').count();
  };
  expect(await open('/?do=add')).toBe(0);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 500, height: 800 });
  expect(await open('/')).toBe(0);
  if (size) await page.setViewportSize(size);
  expect(await open('/')).toBe(1);
});
