/** First steps on the list: into the demo, to an item, to a category, and a new item onto it. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Signed out to the demo's list, as a shopper goes who has never been here; `address` where the app is not at the usual one. */
export async function enterDemo(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Open demo', exact: true }).click();
  await expect(listHeading(page)).toBeVisible();
  // The tools and the keys that go with them come a moment after the list.
  await expect(page.getByRole('group', { name: 'List actions' })).toBeVisible();
}

/** The heading with the list's name and `(checked/total)`. */
export const listHeading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The check box of an item. Two items of one name are two boxes. */
export const itemBox = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The button of a category, which collapses it and carries its count. */
export const groupButton = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 2 }).getByRole('button', { name: new RegExp(`^${escape(name)} \\(\\d`) });

/** Types an item and adds it; without a category the one that the app guesses. */
export async function addItem(page: Page, name: string, category?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add shopping item' }).fill(name);
  if (category !== undefined) await chooseCategory(page, category);
  await page.getByRole('button', { name: 'Add Item', exact: true }).click();
}

/** Chooses in the select of the add bar. */
export async function chooseCategory(page: Page, category: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: category });
}

const escape = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
