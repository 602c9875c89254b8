/** Steps in the demo: opening it, locating items and categories, adding items. */
import { expect, type Locator, type Page } from '@playwright/test';
import { pressAndConfirm } from './controls.ts';

/** Opens the demo as a new visitor. @param address the app's address, if it is not the usual one */
export async function enterDemo(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Open demo', exact: true }).click();
  await expect(listHeading(page)).toBeVisible();
  // The toolbar and keyboard shortcuts load after the list.
  await expect(page.getByRole('group', { name: 'List actions' })).toBeVisible();
}

/** The heading with the list's name and `(checked/total)`. */
export const listHeading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The check box of an item. Two items with the same name match twice. */
export const itemBox = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The button of a category, which collapses it and contains its count: `(1/4)`, and in Shop mode what is left. */
export const groupButton = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 2 }).getByRole('button', { name: new RegExp(`^${escape(name)} \\(?\\d`) });

/** Types an item and adds it, to the given category or the guessed one. */
export async function addItem(page: Page, name: string, category?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add shopping item' }).fill(name);
  if (category !== undefined) await chooseCategory(page, category);
  await page.getByRole('button', { name: 'Add Item', exact: true }).click();
}

/** Chooses a category in the add bar. */
async function chooseCategory(page: Page, category: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: category });
}

const escape = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A list of three items with one complete category; short, because axe checks every row. */
export async function enterSmallList(page: Page): Promise<void> {
  await enterDemo(page);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  for (const name of ['Bread', 'Milk', 'Eggs']) await addItem(page, name);
  await itemBox(page, 'Bread').check();
  await itemBox(page, 'Milk').check();
}
