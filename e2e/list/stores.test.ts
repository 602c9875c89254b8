/** A trip through several stores with two phones, one of them offline. */
import { expect, type Page } from '@playwright/test';
import { devicesTest as test, openTwo, setOffline } from '#e2e/fixtures/devices.ts';
import { button, dialog, field, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { groupNames } from '#e2e/steps/list.ts';

const STORES = ['Aldi', 'Baker', 'Market'];

async function addStores(page: Page): Promise<void> {
  await pressInMenu(page, 'Stores');
  for (const name of STORES) {
    await field(dialog(page, 'Stores'), 'Add a store').fill(name);
    await page.keyboard.press('Enter');
    await expect(button(page, `Rename ${name}`)).toBeVisible();
  }
  await button(dialog(page, 'Stores'), 'Done').click();
}

/** Ties items to a store in Select mode. */
async function tie(page: Page, names: readonly string[], store: string): Promise<void> {
  await button(page, 'Select').click();
  for (const name of names) await itemBox(page, `Select ${name}`).check();
  await button(page, 'Store').click();
  await page.getByRole('menuitemradio', { name: store, exact: true }).click();
  for (const name of names) await expect(itemBox(page, `${name} ${store}`)).toBeVisible();
}

async function choose(page: Page, store: string): Promise<void> {
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitemradio', { name: store, exact: true }).click();
  await expect(button(page, `Store: ${store}`)).toBeVisible();
}

/** Moves a category to the top of the order of the chosen store. */
async function moveToTop(page: Page, category: string, store: string): Promise<void> {
  await pressInMenu(page, 'Arrange categories');
  const sheet = dialog(page, 'Arrange Categories');
  await expect(sheet.getByRole('combobox', { name: 'Order' }).getByRole('option', { selected: true })).toHaveText(
    `Order for ${store}`,
  );
  await button(sheet, `Move ${category} to the top`).click();
  await button(sheet, 'Done').click();
}

const firstGroup = async (page: Page): Promise<string | undefined> => (await groupNames(page))[0];

test('[O2] [O3] a trip with three stores on two phones, one offline: each phone chooses its own store, and the orders and ticks of both arrive', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  for (const name of ['Milk', 'Cheese', 'Ham', 'Peas']) await addItem(one, name);
  await addStores(one);
  await tie(one, ['Cheese', 'Ham'], 'Market');
  await tie(one, ['Peas'], 'Aldi');
  await expect(itemBox(two, 'Peas Aldi')).toBeVisible();
  await choose(two, 'Market');
  await expect(button(two, 'Other stores (1)')).toBeVisible();
  // The choice is this phone's.
  await expect(button(one, 'Store: All stores')).toBeVisible();

  // Without a service worker, the phone cannot load the dialog later.
  await pressInMenu(two, 'Arrange categories');
  await button(dialog(two, 'Arrange Categories'), 'Done').click();
  await setOffline(two, true);
  await choose(one, 'Aldi');
  await moveToTop(one, 'Frozen', 'Aldi');
  await button(one, 'Shop mode').click();
  // A ticked row leaves, so nothing may look at it after the click.
  await itemBox(one, 'Peas').click();
  await moveToTop(two, 'Meat', 'Market');
  await button(two, 'Shop mode').click();
  await itemBox(two, 'Ham').click();
  await itemBox(two, 'Milk').click();
  await setOffline(two, false);
  await two.reload();
  await button(two, 'Done').click();
  await expect(button(two, 'Store: Market')).toBeVisible();

  // The items left on the first phone are for the market.
  await expect(listHeading(one)).toHaveText(/0\sleft/);
  await expect(button(one, 'Other stores (1)')).toBeVisible();
  await button(one, 'Done').click();
  await expect.poll(() => firstGroup(one)).toBe('Frozen');
  await expect.poll(() => firstGroup(two)).toBe('Meat');
  await choose(one, 'Market');
  await expect.poll(() => firstGroup(one)).toBe('Meat');
  await expect(itemBox(one, 'Ham')).toBeChecked();
  await choose(two, 'Aldi');
  await expect.poll(() => firstGroup(two)).toBe('Frozen');
  await expect(itemBox(two, 'Peas')).toBeChecked();
  // The third store has the list's own order.
  for (const page of [one, two]) {
    await choose(page, 'Baker');
    await expect.poll(() => firstGroup(page)).toBe('Dairy');
    await expect(button(page, 'Other stores (3)')).toBeVisible();
  }
});
