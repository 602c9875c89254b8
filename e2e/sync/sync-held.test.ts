/** What arrives from another device while the shopper is busy, and rows must not move. */
import { expect, type Page } from '@playwright/test';
import { devicesTest as test, openTwo } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';

test('[Q3] [L6] an amount that arrives while the shopper types adds up with the one that is added then', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  // An empty list has no rows that could move.
  await addItem(one, 'Bread', 'Pantry');
  await expect(itemBox(two, 'Bread')).toBeVisible();
  const field = one.getByRole('combobox', { name: 'Add shopping item' });
  await field.fill('1 l milk');
  // Each key restarts the wait after which rows may move. The page presses it, because the test could be too slow.
  await field.evaluate((input) =>
    window.setInterval(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true })), 100),
  );
  await addItem(two, '2 l milk', 'Dairy');
  await expect.poll(() => countStoredItems(one)).toBe(2);
  expect(await itemBox(one, 'milk').count()).toBe(0);
  await field.press('Enter');
  await expect(one.getByRole('button', { name: '3 l, milk' })).toBeVisible();
  await expect(two.getByRole('button', { name: '3 l, milk' })).toBeVisible();
});

/** The items in the page's database, on the screen or not. */
const countStoredItems = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('checklist:'));
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => {
            const database = opening.result;
            const counting = database.transaction('groceryItems').objectStore('groceryItems').count();
            counting.addEventListener('success', () => {
              database.close();
              resolve(counting.result);
            });
          });
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
