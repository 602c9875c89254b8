/** Renames an item in its dialog. */
import { expect, type Page } from '@playwright/test';
import { dialog, field } from './controls.ts';
import { itemBox } from './enter-demo.ts';

export async function renameItem(page: Page, from: string, to: string): Promise<void> {
  await itemBox(page, from).press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill(to);
  await page.keyboard.press('Enter');
  await expect(itemBox(page, to)).toBeVisible();
}
