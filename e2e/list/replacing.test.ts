/** Replacing the current list with a new empty list or the default list (spec sections 4 and 5). */
import { expect, test } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect } from '#e2e/steps/list.ts';
import { boxOf } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[spec-4] [spec-5] [L12] Create New Empty List asks first; No changes nothing, Yes leaves an empty New List', async ({
  page,
}) => {
  await itemBox(page, 'Milk').check();
  await button(page, 'Create New Empty List').click();
  const asked = dialog(page, 'Create New Empty List');
  await expect(asked).toContainText('Create a new empty list? Your current list will be replaced.');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => button(asked, 'Cancel').click(),
    () => button(asked, 'Close').click(),
  ]) {
    await expect(asked).toBeVisible();
    await leave();
    await expect(asked).toHaveCount(0);
    await expect(listHeading(page)).toHaveText('My List (1/130 items)');
    await expect(button(page, 'Create New Empty List')).toBeFocused();
    await button(page, 'Create New Empty List').click();
  }
  await button(asked, 'Create').click();
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
  await expect(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect(categorySelect(page).getByRole('option')).toHaveCount(25);
  await expect(toast(page, 'Your list is now empty')).toBeVisible();
  await button(page, 'Add Category').click();
  await field(dialog(page, 'Add New Category'), 'Category name').fill('Bakery');
  await page.keyboard.press('Enter');
  await expect(groupButton(page, 'Bakery')).toHaveAccessibleName('Bakery (0/0)');
});

test('[L1] [L12] [spec-5] Restore Default List asks first, then restores the default list, unticked, as My List', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Snow Shovel', 'Household');
  await button(page, 'Restore Default List').click();
  const asked = dialog(page, 'Restore Default List');
  await expect(asked).toContainText(
    'This will restore the default list. Your current list will be replaced. Continue?',
  );
  await button(asked, 'Cancel').click();
  await expect(listHeading(page)).toHaveText('New List (0/1 items)');
  await pressAndConfirm(page, 'Restore Default List', 'Restore');
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(toast(page, 'Restored the default list')).toBeVisible();
  await expect(itemBox(page, 'Snow Shovel')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(23);
  for (const name of ['Apples', 'Eggs', 'Salmon', 'Paper Towels', 'Sliced Turkey', 'Caesar Salad', 'Dog Food']) {
    await expect(itemBox(page, name)).not.toBeChecked();
  }
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('New List (0/1 items)');
  await expect(itemBox(page, 'Snow Shovel')).toBeVisible();
});

test('[D4] a tap outside a dialog closes it and presses nothing below; the next tap reaches the list', async ({
  page,
  isMobile,
}) => {
  const press = (x: number, y: number): Promise<void> =>
    isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button(page, 'Save List').click();
  await expect(dialog(page, 'Save List')).toBeVisible();
  const { x, y } = await boxOf(itemBox(page, 'Bagels'));
  await press(x + 5, y + 5);
  await expect(dialog(page, 'Save List')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await press(x + 5, y + 5);
  await expect(itemBox(page, 'Bagels')).toBeChecked();
});
