/** What arrives from another device while the shopper is busy, and rows must not move. */
import { expect } from '@playwright/test';
import { devicesTest as test, openTwo } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { countStoredItems } from '#e2e/checks/count-stored-items.ts';

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
