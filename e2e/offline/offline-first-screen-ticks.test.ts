/** Ticks on the first screen are kept until the app has applied them, however the page ends, and are applied once. */
import { expect, test } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { holdScript, reloadWithoutApp, startWithoutApp, untilStored } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';
import { MARKS, ROW } from '#web/ui/marks.ts';

test('[Y4] a tick on the first screen is kept when its own task closes the page', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await itemBox(page, 'Bread').evaluate((box: HTMLInputElement) => {
    box.click();
    location.reload();
  });
  await startApp();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

test('[Y4] a tick on the first screen survives if the page is closed before the app has loaded', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const release = await reloadWithoutApp(page);
  await row(page, 'Bread').click();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await page.close();
  release();
  const next = await context.newPage();
  await next.goto('/');
  await expect(itemBox(next, 'Bread')).toBeChecked();
  await expect(listHeading(next)).toHaveText('My List (1/130 items)');
});

test('[Y4] a tick on the first screen survives a killed browser, which may lose local storage', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click();
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(1);
  await page.evaluate(removeTicksInLocalStorage);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator(`#first-screen ${ROW}`).first()).toBeVisible();
  // A tick of the next start does not replace it.
  await row(page, 'Muffins').click();
  await startApp();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(itemBox(page, 'Muffins')).toBeChecked();
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(0);
});

/** Runs in the page. */
function removeTicksInLocalStorage(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('checklist.first-screen-ticks.')) localStorage.removeItem(key);
}

/** Runs in the page: the number of records with ticks. */
async function countTicksOnDisk(): Promise<number> {
  const opening = indexedDB.open('checklist:demo-user');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const counting = opening.result
    .transaction('meta')
    .objectStore('meta')
    .count(IDBKeyRange.bound('firstScreenTicks', 'firstScreenTicks\uffff'));
  await new Promise((resolve) => counting.addEventListener('success', resolve));
  opening.result.close();
  return counting.result;
}

/** Runs in the page. */
async function removeTicksOnDisk(): Promise<void> {
  const opening = indexedDB.open('checklist:demo-user');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const removing = opening.result.transaction('meta', 'readwrite');
  removing.objectStore('meta').delete(IDBKeyRange.bound('firstScreenTicks', 'firstScreenTicks\uffff'));
  await new Promise((resolve) => removing.addEventListener('complete', resolve));
  opening.result.close();
}

test('[Y4] ticks on the first screens of two tabs are kept if both are closed before the app has loaded', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const release = await reloadWithoutApp(page);
  const other = await context.newPage();
  await other.goto('/', { waitUntil: 'commit' });
  await row(page, 'Bread').click();
  await row(other, 'Muffins').click();
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(2);
  // As if the page had been closed in the task of the tick.
  await page.evaluate(removeTicksOnDisk);
  await other.close();
  release();
  await page.reload();
  await expect(page.locator('#first-screen')).toBeEmpty();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(itemBox(page, 'Muffins')).toBeChecked();
});

test('[Y4] the app removes ticks from local storage in the task that applies them, so that the next start does not repeat them', async ({
  page,
}) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click();
  const watch = await page.evaluateHandle(watchTakeOver);
  await startApp();
  expect(await watch.evaluate(({ found }) => found)).toEqual([]);
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(0);
  await row(page, 'Bread').click();
  await page.reload();
  await expect(page.locator('#first-screen')).toBeEmpty();
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
});

/** Runs in the page. `found`: the ticks in local storage at the end of the task that empties the first screen. */
function watchTakeOver(): { readonly found: Promise<readonly string[]> } {
  const host = document.querySelector('#first-screen') as Element;
  const found = new Promise<readonly string[]>((resolve) => {
    new MutationObserver(() => {
      if (!host.hasChildNodes())
        resolve(Object.keys(localStorage).filter((key) => key.startsWith('checklist.first-screen-ticks.')));
    }).observe(host, { childList: true });
  });
  return { found };
}

test('[Y4] a tick that an earlier start left in the database does not revert a later one of the same item', async ({
  page,
}) => {
  await enterDemo(page);
  await untilStored(page);
  const itemId = (await row(page, 'Bread').getAttribute(MARKS.itemId)) ?? '';
  await page.evaluate(writeTickOnDisk, itemId);
  const releaseStorage = await holdScript(page, 'first-screen');
  await page.reload();
  await expect(page.locator(`#app ${ROW}`).first()).toBeVisible();
  await row(page, 'Bread').click();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await button(page, 'Undo').click();
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
  releaseStorage();
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(0);
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
});

/** Runs in the page. */
async function writeTickOnDisk(itemId: string): Promise<void> {
  const opening = indexedDB.open('checklist:demo-user');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction('meta', 'readwrite');
  writing.objectStore('meta').put([[itemId, true]], 'firstScreenTicks 1');
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}

test('[Y4] [D2] a tick on the first screen is kept for the next start if this one cannot read the list', async ({
  page,
}) => {
  await page.addInitScript(refuseToReadItems);
  await enterDemo(page);
  await page.evaluate(() => sessionStorage.setItem('refuse', ''));
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click();
  await startApp();
  await expect(page.getByRole('alert')).toBeVisible();
  // Long enough for the app to remove it, if it did that.
  await page.waitForTimeout(1000);
  await expect.poll(() => page.evaluate(countTicksOnDisk)).toBe(1);
  await page.evaluate(() => sessionStorage.removeItem('refuse'));
  await page.reload();
  await expect(page.locator('#first-screen')).toBeEmpty();
  await expect(itemBox(page, 'Bread')).toBeChecked();
});

test('[Y4] a tick on the first screen stays in the database while a failed read leaves open whether it is on disk', async ({
  page,
}) => {
  await page.addInitScript(refuseToReadItems);
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click();
  await page.evaluate(() => {
    const host = document.querySelector('#first-screen') as Element;
    new MutationObserver(() => sessionStorage.setItem('refuse', '')).observe(host, { childList: true });
  });
  await startApp();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('refused'))).toBe('');
  // Long enough for the app to remove it, if it did that.
  await page.waitForTimeout(1000);
  expect(await page.evaluate(countTicksOnDisk)).toBe(1);
});

/** Runs in the page: makes reads of the list fail while this tab has the value `refuse`, and sets `refused` when one does. */
function refuseToReadItems(): void {
  const real: unknown = Reflect.get(IDBDatabase.prototype, 'transaction');
  IDBDatabase.prototype.transaction = function transaction(...args) {
    const [stores] = args;
    if (sessionStorage.getItem('refuse') !== null && Array.isArray(stores) && stores.includes('groceryItems')) {
      sessionStorage.setItem('refused', '');
      throw new DOMException('', 'UnknownError');
    }
    return (real as IDBDatabase['transaction']).apply(this, args);
  };
}

test('unreadable ticks do not prevent the first screen, and are removed', async ({ page }) => {
  await enterDemo(page);
  await page.evaluate(() => {
    for (const [at, text] of ['{', '{"a":1}', '[1]'].entries())
      localStorage.setItem(`checklist.first-screen-ticks.demo-user ${at}`, text);
  });
  const startApp = await startWithoutApp(page);
  await startApp();
  const readKeys = async (): Promise<readonly string[]> => {
    const keys = await page.evaluate(() => Object.keys(localStorage));
    return keys.filter((key) => key.startsWith('checklist.first-screen-ticks.demo-user '));
  };
  await expect.poll(readKeys).toEqual([]);
});

test('a tick on the first screen causes no error after the list was removed in another tab', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await enterDemo(page);
  await startWithoutApp(page);
  await page.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase('checklist:demo-user');
    await new Promise((resolve) => deleting.addEventListener('success', resolve));
  });
  await row(page, 'Bread').click();
  await page.waitForTimeout(300);
  expect(errors).toEqual([]);
});
