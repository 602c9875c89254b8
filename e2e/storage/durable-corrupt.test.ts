/** A corrupt database: the app starts, shows the readable data, and quarantines the rest. */
import { expect, test, type Page } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';

test('[D1] unreadable rows, changes and history do not stop the app and are quarantined', async ({ page }) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await page.goto('/site/help/');
  await page.evaluate(plantRubbish);
  await page.goto('/');
  // Apples are unreadable now; everything else is there.
  await expect(listHeading(page)).toHaveText('My List (1/129 items)');
  await expect(itemBox(page, 'Apples')).toHaveCount(0);
  await expect.poll(() => countAside(page)).toBeGreaterThanOrEqual(6);
  await row(page, 'Eggs').click();
  await addItem(page, 'Zander', 'Seafood');
  await button(page, 'Undo').click();
  await expect(itemBox(page, 'Zander')).toHaveCount(0);
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (2/129 items)');
});

test('[D1] with every row unreadable the app still starts, and the list can be restored', async ({ page }) => {
  await enterDemo(page);
  await page.goto('/site/help/');
  await page.evaluate(spoilEverything);
  await page.goto('/');
  await expect(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await button(page, 'Restore Default List').click();
  await button(page, 'Restore').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

/** Runs in the page: writes values that no version of the app wrote. */
async function plantRubbish(): Promise<void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const tx = database.transaction([...database.objectStoreNames], 'readwrite');
  tx.objectStore('groceryItems').put({ id: '1', name: 12, checked: 'maybe' });
  tx.objectStore('groceryCategories').put({ id: 'odd', color: {} });
  tx.objectStore('savedLists').put({ id: 'odd', items: 'none' });
  tx.objectStore('outbox').add({ patches: [{ table: 'nonsense', id: 1 }] });
  tx.objectStore('outbox').add('not even an object');
  tx.objectStore('history').put({ id: '9999999999999', diff: null });
  tx.objectStore('meta').put({ not: 'a list' }, 'collapsed');
  await new Promise((resolve) => tx.addEventListener('complete', resolve));
  database.close();
}

/** Runs in the page. */
async function spoilEverything(): Promise<void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const tx = database.transaction([...database.objectStoreNames], 'readwrite');
  for (const store of ['groceryItems', 'groceryCategories', 'profile']) {
    const cursor = tx.objectStore(store).openCursor();
    cursor.addEventListener('success', () => {
      const at = cursor.result;
      if (at === null) return;
      at.update({ id: at.primaryKey, broken: true });
      at.continue();
    });
  }
  await new Promise((resolve) => tx.addEventListener('complete', resolve));
  database.close();
}

const countAside = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const reading = database.transaction('meta').objectStore('meta').get('quarantine');
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    database.close();
    return Array.isArray(reading.result) ? reading.result.length : 0;
  });
