/** Parts of the list without an ARIA role: a category with its rows. */
import type { Locator, Page } from '@playwright/test';
import { groupButton } from './enter-demo.ts';

/** The category to add to. */
export const categorySelect = (page: Page): Locator => page.getByRole('combobox', { name: 'Category', exact: true });

/** A category: its header and its rows. */
export const section = (page: Page, category: string): Locator =>
  page.locator('section').filter({ has: groupButton(page, category) });

/** The row of an item, which ticks it wherever one presses, but on its buttons. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });

/** The names of a category's rows, as they stand. */
export const rowNames = (page: Page, category: string): Promise<readonly string[]> =>
  section(page, category).getByRole('listitem').allInnerTexts();

/** The names of the categories, as they stand. */
export const groupNames = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  return texts.map((text) => text.replace(/\s*\(\d+\/\d+\)[^)]*$/, ''));
};
