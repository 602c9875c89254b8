/** Undo and redo, by button and by key (product U1 to U5). */
import { expect, test } from '@playwright/test';
import { button, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[U2] one step reverts everything a change did: items, their category, the list’s name', async ({ page }) => {
  await itemBox(page, 'Milk').check();
  await button(page, 'Select').click();
  await page.getByRole('checkbox', { name: 'Select Dairy & Eggs' }).check();
  await pressAndConfirm(page, 'Delete (1)', 'Delete');
  await expect(groupButton(page, 'Dairy & Eggs')).toHaveCount(0);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('My List (0/122 items)');
  await button(page, 'Undo').click();
  await expect(groupButton(page, 'Dairy & Eggs')).toContainText('(1/8)');
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await button(page, 'Redo').click();
  await button(page, 'Redo').click();
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
});

test('[U2] undoing an item that made its category visible hides the category again', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Milk');
  await expect(groupButton(page, 'Dairy & Eggs')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
});

test('[U3] history survives a reload, in both directions', async ({ page }) => {
  await itemBox(page, 'Milk').check();
  await button(page, 'Delete Bread').click();
  await button(page, 'Undo').click();
  await page.reload();
  await expect(itemBox(page, 'Bread')).toBeAttached();
  await button(page, 'Redo').click();
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
  await page.reload();
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});
