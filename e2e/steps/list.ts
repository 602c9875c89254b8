/** Parts of the list without an ARIA role, such as a category with its rows; reads them from the screen, and renames an item. */
import { expect, type Locator, type Page } from '@playwright/test';
import { groupButton, itemBox } from './enter-demo.ts';
import { ROW, TICK } from '#web/ui/marks.ts';
import { dialog, field } from './controls.ts';

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

/** Every category with its count, and every item with its tick, in the order of the page. */
export const readScreen = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    ([rows, tick]) =>
      Array.from(document.querySelectorAll(`h1, h2 > button, ${rows} > label`), (one) => {
        const box = one.querySelector<HTMLInputElement>(tick);
        const mark = box === null ? (one.getAttribute('aria-expanded') ?? '') : box.checked ? 'x' : '-';
        return `${mark} ${one.textContent.trim()}`;
      }),
    [ROW, TICK] as const,
  );

export async function renameItem(page: Page, from: string, to: string): Promise<void> {
  await itemBox(page, from).press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill(to);
  await page.keyboard.press('Enter');
  await expect(itemBox(page, to)).toBeVisible();
}
