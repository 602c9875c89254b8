/** Parts of the list without an ARIA role: a category with its rows. */
import type { Locator, Page } from '@playwright/test';
import { groupButton } from './enter-demo.ts';

/** The category select of the add bar. */
export const categorySelect = (page: Page): Locator => page.getByRole('combobox', { name: 'Category', exact: true });

/** A category: its header and its rows. */
export const section = (page: Page, category: string): Locator =>
  page.locator('section').filter({ has: groupButton(page, category) });

/** The row of an item. A press ticks it, except on its buttons. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });

/** The names of the categories, in order. */
export const groupNames = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  return texts.map((text) => text.replace(/\s*\(\d+\/\d+\)[^)]*$/, ''));
};
