/** Editing an item with a long press, a right click or F2: renaming, moving, and refused names. */
import { expect, test } from '@playwright/test';
import { button, dialog, field, toast, toastUndo } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList } from '#e2e/steps/lists.ts';
import { row, rowNames } from '#e2e/steps/list.ts';
import { boxOf, holdFinger, swipeUp } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[D4] F2 on an item opens Edit Item; a new name and category are saved and undone in one step, and the focus returns', async ({
  page,
}) => {
  const asked = dialog(page, 'Edit Item');
  await itemBox(page, 'Milk').press('F2');
  await expect(field(asked, 'Name')).toBeFocused();
  await expect(field(asked, 'Name')).toHaveValue('Milk');
  await field(asked, 'Name').fill(' Oat   milk ');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(itemBox(page, 'Oat milk')).toBeFocused();
  expect(await rowNames(page, 'Dairy & Eggs')).toContain('Oat milk');

  await page.keyboard.press('F2');
  await asked.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Beverages' });
  await button(asked, 'Save').click();
  await expect(toastUndo(page, 'Oat milk moved to Beverages')).toBeVisible();
  await expect(groupButton(page, 'Beverages')).toContainText('(0/8)');
  expect(await rowNames(page, 'Beverages')).toContain('Oat milk');
  await button(page, 'Undo').click();
  await expect(toast(page, 'Undone: Oat milk moved to Beverages')).toBeVisible();
  await expect(groupButton(page, 'Beverages')).toContainText('(0/7)');
  expect(await rowNames(page, 'Dairy & Eggs')).toContain('Oat milk');
});

test('[L9] [L10] a blank, too long or taken name is refused at its field; Escape changes nothing', async ({ page }) => {
  const asked = dialog(page, 'Edit Item');
  await row(page, 'Milk').click({ button: 'right', position: { x: 100, y: 20 } });
  await expect(field(asked, 'Name')).toHaveValue('Milk');
  await field(asked, 'Name').fill('  ');
  await expect(button(asked, 'Save')).toBeDisabled();
  await field(asked, 'Name').fill('m'.repeat(201));
  await button(asked, 'Save').click();
  await expect(field(asked, 'Name')).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await field(asked, 'Name').fill('EGGS');
  await button(asked, 'Save').click();
  await expect(field(asked, 'Name')).toHaveAccessibleDescription('That category already has an item with this name');
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(itemBox(page, 'Milk')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(button(page, 'Undo')).toBeDisabled();
});

test('[L7] a long press with a finger edits and does not tick; a finger that scrolls does neither', async ({
  page,
}) => {
  const name = field(dialog(page, 'Edit Item'), 'Name');
  await holdFinger(page, row(page, 'Bagels'), () => expect(name).toHaveValue('Bagels'));
  await expect(name).toHaveValue('Bagels');
  await button(dialog(page, 'Edit Item'), 'Cancel').click();
  await expect(itemBox(page, 'Bagels')).not.toBeChecked();
  await row(page, 'Bagels').click({ position: { x: 100, y: 20 } });
  await expect(itemBox(page, 'Bagels')).toBeChecked();
  await boxOf(row(page, 'Milk'));
  await swipeUp(page, row(page, 'Milk'), 200);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

test('[D4] Edit Item selects the name, so that typing replaces it', async ({ page }) => {
  await itemBox(page, 'Milk').press('F2');
  await expect(field(dialog(page, 'Edit Item'), 'Name')).toBeFocused();
  await page.keyboard.type('Soy milk');
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Soy milk')).toBeFocused();
  await toastUndo(page, 'Milk renamed to Soy milk').click();
  await expect(itemBox(page, 'Milk')).toBeVisible();
});

test('[D4] Delete in Edit Item deletes the item with Undo, and the focus moves to the next row', async ({ page }) => {
  await itemBox(page, 'Bread').press('F2');
  await button(dialog(page, 'Edit Item'), 'Delete').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
  await expect(itemBox(page, 'Croissants')).toBeFocused();
  await toastUndo(page, 'Bread deleted').click();
  await expect(itemBox(page, 'Bread')).toBeVisible();
});

test('[L12] [U2] [H2] the list is renamed from Lists, in one step; a blank name is refused', async ({ page }) => {
  const asked = dialog(page, 'Rename List');
  const name = field(asked, 'List name');
  await chooseForList(page, 'My List', 'Rename');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('My List');
  await name.fill('  ');
  await expect(button(asked, 'Rename')).toBeDisabled();
  await name.fill('x'.repeat(201));
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill(' Party  night ');
  await button(asked, 'Rename').click();
  await expect(listHeading(page)).toHaveText('Party night (0/130 items)');
  await expect(page).toHaveTitle('Party night · Checklist');
  await expect(button(listHeading(page), 'Party night')).toBeFocused();
  await expect(toastUndo(page, 'List renamed to Party night')).toBeVisible();
  await page.reload();
  await expect(listHeading(page)).toHaveText('Party night (0/130 items)');
  await button(page, 'Undo').click();
  await expect(toast(page, 'Undone: List renamed to Party night')).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});
