/** Undo and redo, by button and by key (product U1 to U5). */
import { expect, test } from '@playwright/test';
import { adderField, button, dialog, field, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect, section } from '#e2e/steps/list.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[U1] [spec-4] Undo and Redo step through the changes, are disabled at the ends, and a new change drops the redo steps', async ({
  page,
}) => {
  const undo = button(page, 'Undo');
  const redo = button(page, 'Redo');
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  await itemBox(page, 'Milk').check();
  await itemBox(page, 'Eggs').check();
  await expect(redo).toBeDisabled();
  await undo.click();
  await expect(itemBox(page, 'Eggs')).not.toBeChecked();
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await undo.click();
  await expect(undo).toBeDisabled();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await redo.click();
  await redo.click();
  await expect(redo).toBeDisabled();
  await expect(listHeading(page)).toHaveText('My List (2/130 items)');
  await undo.click();
  await itemBox(page, 'Bread').check();
  await expect(redo).toBeDisabled();
});

test('[U1] [spec-9] after 55 changes Undo goes back 50 steps and no further', async ({ page }) => {
  const boxes = page.locator('input[data-action="tick"]');
  await boxes.evaluateAll((elements) => {
    for (const box of elements.slice(0, 55)) (box as HTMLElement).click();
  });
  await expect(listHeading(page)).toHaveText('My List (55/130 items)');
  await boxes.last().focus();
  for (let pressed = 0; pressed < 55; pressed += 1) await page.keyboard.press('Control+z');
  await expect(button(page, 'Undo')).toBeDisabled();
  await expect(listHeading(page)).toHaveText('My List (5/130 items)');
});

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

test('[U5] the keys undo and redo outside of text fields, and inside one the field handles them', async ({ page }) => {
  await itemBox(page, 'Milk').press('Space');
  await expect(itemBox(page, 'Milk')).toBeChecked();
  for (const [undo, redo] of [
    ['Control+z', 'Control+Shift+z'],
    ['Meta+z', 'Meta+Shift+z'],
    ['Control+z', 'Control+y'],
  ] as const) {
    await page.keyboard.press(undo);
    await expect(itemBox(page, 'Milk')).not.toBeChecked();
    await page.keyboard.press(redo);
    await expect(itemBox(page, 'Milk')).toBeChecked();
  }
  await categorySelect(page).focus();
  await page.keyboard.press('Control+z');
  await expect(itemBox(page, 'Milk')).not.toBeChecked();
  await page.keyboard.press('Control+y');
  await expect(itemBox(page, 'Milk')).toBeChecked();

  await adderField(page).pressSequentially('tea');
  await page.keyboard.press('Control+z');
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await button(page, 'Add Category').click();
  await button(dialog(page, 'Add New Category'), 'Close').focus();
  await page.keyboard.press('Control+z');
  await expect(field(dialog(page, 'Add New Category'), 'Category name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await button(page, 'Menu').focus();
  await page.keyboard.press('Control+z');
  await expect(itemBox(page, 'Milk')).not.toBeChecked();
});

test('[U2] undoing a tick that completed a category expands it, so that the restored item is visible', async ({
  page,
}) => {
  for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await itemBox(page, name).check();
  await expect(groupButton(page, 'Pharmacy')).toHaveAttribute('aria-expanded', 'false');
  await button(page, 'Undo').click();
  await expect(groupButton(page, 'Pharmacy')).toHaveAttribute('aria-expanded', 'true');
  await expect(section(page, 'Pharmacy').getByRole('checkbox', { checked: false })).toHaveCount(1);
});
