/** Editing an item with a long press, a right click or F2: renaming, moving, and refused names. */
import { expect, test } from '@playwright/test';
import { button, dialog, field, toast, toastUndo } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList } from '#e2e/steps/lists.ts';
import { row } from '#e2e/steps/list.ts';
import { boxOf, holdFinger, swipeUp } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L7] a long press with a finger opens the menu and does not tick; a finger that scrolls does neither', async ({
  page,
}) => {
  const menu = page.getByRole('menu', { name: 'More actions for Bagels' });
  await page.evaluate(() => {
    navigator.vibrate = () => document.body.toggleAttribute('data-vibrated', true);
  });
  await holdFinger(page, row(page, 'Bagels'), () => expect(page.locator('[data-vibrated]')).toHaveCount(1));
  await expect(menu).toBeVisible();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await button(dialog(page, 'Edit Item'), 'Cancel').click();
  await expect(itemBox(page, 'Bagels')).not.toBeChecked();
  await row(page, 'Bagels').click({ position: { x: 100, y: 20 } });
  await expect(itemBox(page, 'Bagels')).toBeChecked();
  await boxOf(row(page, 'Milk'));
  await swipeUp(page, row(page, 'Milk'), 200);
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
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
