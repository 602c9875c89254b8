/** Long names everywhere, and writing from right to left: nothing leaves the screen sideways (product D3). */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { adderField, button, dialog, field, pressAndConfirm } from './steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from './steps/enter-demo.ts';
import { boxOf } from './steps/touch.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(8).slice(0, 200);

async function expectNothingWider(page: Page, where: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), where).toBe(0);
}

/** The list, Select mode, a dialog, the menu, and out to the sign-in screen. */
async function lookAround(page: Page): Promise<void> {
  await expectNothingWider(page, 'list');
  await button(page, 'Select').click();
  await expectNothingWider(page, 'Select mode');
  await button(page, 'Delete All').click();
  await expect(button(dialog(page, 'Delete All Categories'), 'Cancel')).toBeInViewport();
  await expectNothingWider(page, 'dialog');
  await page.keyboard.press('Escape');
  await button(page, 'Done').click();
  await button(page, 'Menu').click();
  await expectNothingWider(page, 'menu');
  await button(page, 'Shop mode').click();
  await expectNothingWider(page, 'Shop mode');
  await button(page, 'Leave shop mode').click();
  await button(page, 'Menu').click();
  await button(page, 'Logout').click();
  await expect(button(page, 'Sign In')).toBeVisible();
  await expectNothingWider(page, 'sign-in');
}

test.beforeEach(async ({ page }) => enterDemo(page));

test('[D3] from right to left the box is on the right, Delete on the left', async ({ page }) => {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const box = await boxOf(itemBox(page, 'Bagels'));
  const remove = await boxOf(button(page, 'Delete Bagels'));
  expect(remove.x).toBeLessThan(box.x);
  await lookAround(page);
});

test('[L10] [D3] names of 200 letters without a gap stay inside, of items, categories and the list, with the whole name at hand', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await button(page, 'Add Category').click();
  await field(dialog(page, 'Add New Category'), 'Category name').fill(LONG);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await addItem(page, LONG, LONG);
  await expect(itemBox(page, LONG)).toBeVisible();
  await expect(page.getByTitle(LONG)).not.toHaveCount(0);
  await adderField(page).fill(LONG.slice(0, 40));
  await expectNothingWider(page, 'suggestions');
  await adderField(page).fill('');
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'List name').fill(LONG);
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toContainText('(0/1)');
  await button(page, 'Load Saved List').click();
  await expect(button(dialog(page, 'Saved Lists'), `Load ${LONG}`)).toBeInViewport();
  await expectNothingWider(page, 'saved lists');
  await page.keyboard.press('Escape');
  await lookAround(page);
});
