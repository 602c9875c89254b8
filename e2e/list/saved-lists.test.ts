/** Saving, overwriting and loading lists (product S1 to S3). */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, toast, toastUndo } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList } from '#e2e/steps/lists.ts';
import { groupNames } from '#e2e/steps/list.ts';
import { boxOf } from '#e2e/steps/touch.ts';

const saving = (page: Page) => dialog(page, 'Save List');
const loading = (page: Page) => dialog(page, 'Saved Lists');

async function saveAs(page: Page, name: string): Promise<void> {
  await button(page, 'Save List').click();
  await field(saving(page), 'Name of the saved list').fill(name);
  await button(saving(page), 'Save').click();
  await expect(saving(page)).toHaveCount(0);
}

test.beforeEach(async ({ page }) => enterDemo(page));

test('[spec-5] Save List requires a name or a list to overwrite, and Existing List requires a saved list', async ({
  page,
}) => {
  await button(page, 'Save List').click();
  const existing = saving(page).getByRole('tab', { name: 'Existing List' });
  await expect(saving(page).getByRole('tab', { name: 'New List' })).toHaveAttribute('aria-selected', 'true');
  await expect(existing).toBeDisabled();
  await expect(field(saving(page), 'Name of the saved list')).toBeFocused();
  await expect(field(saving(page), 'Name of the saved list')).toHaveValue('My List');
  await field(saving(page), 'Name of the saved list').fill('  ');
  await field(saving(page), 'Name of the saved list').press('Enter');
  await expect(button(saving(page), 'Save')).toBeDisabled();
  await field(saving(page), 'Name of the saved list').fill('n'.repeat(201));
  await button(saving(page), 'Save').click();
  await expect(field(saving(page), 'Name of the saved list')).toHaveAccessibleDescription(
    'That name is too long. Use 200 characters or fewer.',
  );
  await button(saving(page), 'Cancel').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');

  await saveAs(page, ' Party  night ');
  await expect(listHeading(page)).toHaveText('Party night (0/130 items)');
  await button(page, 'Save List').click();
  await saving(page).getByRole('tab', { name: 'New List' }).press('ArrowRight');
  await expect(existing).toBeFocused();
  await expect(existing).toHaveAttribute('aria-selected', 'true');
  await expect(saving(page).getByRole('button', { name: /^Overwrite Party night, 130 items/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Save List')).toBeFocused();
});

test('[S2] [L12] loading restores the items, their ticks, their categories and the name, and can be undone', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Milk');
  await addItem(page, 'Bread');
  await itemBox(page, 'Bread').check();
  await saveAs(page, 'Small shop');
  await expect(toast(page, 'Saved as Small shop')).toBeVisible();
  await pressAndConfirm(page, 'Restore Default List', 'Restore');
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');

  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByText(/^2 items · \w/)).toBeVisible();
  await button(loading(page), 'Load Small shop').click();
  await expect(loading(page)).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('Small shop (1/2 items)');
  expect(await groupNames(page)).toEqual(['Bakery', 'Dairy & Eggs']);
  await expect(itemBox(page, 'Milk')).not.toBeChecked();
  await groupButton(page, 'Bakery').and(page.locator('[aria-expanded="false"]')).click();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await toastUndo(page, 'Small shop is now your list').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[S2] a loaded item restores its deleted category', async ({ page }) => {
  await saveAs(page, 'All of it');
  await button(page, 'Select').click();
  await pressAndConfirm(page, 'Delete All', 'Delete');
  await button(page, 'Load Saved List').click();
  await button(loading(page), 'Load All of it').click();
  await expect(listHeading(page)).toHaveText('All of it (0/130 items)');
  await expect(groupButton(page, 'Salads')).toHaveAccessibleName('Salads (0/3)');
});

test('[S3] saving under an existing name asks whether to replace that list or keep both', async ({ page }) => {
  await saveAs(page, 'Weekly');
  await itemBox(page, 'Milk').check();
  await button(page, 'Save List').click();
  await field(saving(page), 'Name of the saved list').fill('weekly');
  await page.keyboard.press('Enter');
  await expect(
    saving(page).getByRole('alert').filter({ hasText: 'You already have a saved list named “Weekly”.' }),
  ).toBeVisible();
  await button(saving(page), 'Keep both').click();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(2);
  await button(loading(page), 'Close').click();

  await addItem(page, 'Kiwi', 'Snacks');
  await button(page, 'Save List').click();
  await field(saving(page), 'Name of the saved list').fill('WEEKLY ');
  await page.keyboard.press('Enter');
  await button(saving(page), 'Replace').click();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(2);
  await expect(loading(page).getByText(/^131 items/)).toHaveCount(1);
});

test('[spec-4] [spec-2] saving over a list replaces its items; the toast restores a deleted list', async ({ page }) => {
  await saveAs(page, 'Weekly');
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Milk');
  await button(page, 'Save List').click();
  await saving(page).getByRole('tab', { name: 'Existing List' }).click();
  await saving(page)
    .getByRole('button', { name: /^Overwrite Weekly/ })
    .click();
  await expect(saving(page)).toHaveCount(0);
  await toastUndo(page, 'Saved list Weekly updated').click();
  await expect(toast(page, 'Undone: Saved list Weekly updated')).toBeVisible();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByText(/^130 items ·/)).toBeVisible();
  await button(loading(page), 'Close').click();

  await button(page, 'Save List').click();
  await saving(page).getByRole('tab', { name: 'Existing List' }).click();
  await saving(page)
    .getByRole('button', { name: /^Overwrite Weekly/ })
    .click();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByText(/^1 item ·/)).toBeVisible();
  await button(loading(page), 'Delete Weekly').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(0);
  await toastUndo(page, 'Saved list Weekly deleted').click();
  await button(loading(page), 'Load Weekly').click();
  await expect(itemBox(page, 'Milk')).toBeVisible();
  await expect(listHeading(page)).toHaveText('Weekly (0/1 items)');
});

test('[S1] saving an eleventh list deletes the oldest, which the dialog names first', async ({ page }) => {
  for (const number of Array.from({ length: 10 }, (_, at) => at + 1)) await saveAs(page, `List ${number}`);
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(10);
  await expect(loading(page).getByRole('listitem').first()).toContainText('List 10');
  await button(loading(page), 'Close').click();
  await button(page, 'Save List').click();
  await expect(saving(page)).toContainText(
    'You already have 10 saved lists. Saving this one deletes the oldest, “List 1”.',
  );
  await page.keyboard.press('Escape');
  await saveAs(page, 'List 11');
  await page.reload();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(10);
  await expect(button(loading(page), 'Load List 1')).toHaveCount(0);
  await expect(button(loading(page), 'Load List 2')).toBeVisible();
  await expect(button(loading(page), 'Load List 11')).toBeVisible();
});

test('[S3] a list that was saved before can be updated first, or saved under another name', async ({ page }) => {
  await saveAs(page, 'Weekly');
  await itemBox(page, 'Milk').check();
  await button(page, 'Clear checked').click();
  await button(page, 'Save List').click();
  await expect(button(saving(page), 'Update “Weekly”')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saving(page)).toHaveCount(0);
  await expect(toastUndo(page, 'Saved list Weekly updated')).toBeVisible();
  await button(page, 'Load Saved List').click();
  await expect(loading(page).getByRole('listitem')).toHaveCount(1);
  await expect(loading(page).getByText(/^129 items ·/)).toBeVisible();
  await button(loading(page), 'Close').click();
  await expect(button(page, 'Load Saved List')).toBeFocused();

  await chooseForList(page, 'Weekly', 'Rename');
  await field(dialog(page, 'Rename List'), 'List name').fill('Party');
  await page.keyboard.press('Enter');
  await button(page, 'Save List').click();
  await expect(field(saving(page), 'Name of the saved list')).toBeFocused();
  await expect(saving(page).getByRole('button', { name: /^Update/ })).toHaveCount(0);
});

test('[D3] a toast in a long Saved Lists dialog appears below Close', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  for (const number of Array.from({ length: 8 }, (_, at) => at + 1)) await saveAs(page, `List ${number}`);
  await button(page, 'Load Saved List').click();
  await button(loading(page), 'Delete List 8').click();
  await expect(toastUndo(page, 'Saved list List 8 deleted')).toBeInViewport({ ratio: 1 });
  const close = await boxOf(button(loading(page), 'Close'));
  const said = await boxOf(loading(page).locator('[data-toasts] > *'));
  expect(close.y + close.height).toBeLessThanOrEqual(said.y);
});
