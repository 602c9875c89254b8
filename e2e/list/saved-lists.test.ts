/** Saving, overwriting and loading lists (product S1 to S3). */
import { expect, test, type Page } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, toastUndo } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList } from '#e2e/steps/lists.ts';
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

test('[S2] a loaded item restores its deleted category', async ({ page }) => {
  await saveAs(page, 'All of it');
  await button(page, 'Select').click();
  await pressAndConfirm(page, 'Delete All', 'Delete');
  await button(page, 'Load Saved List').click();
  await button(loading(page), 'Load All of it').click();
  await expect(listHeading(page)).toHaveText('All of it (0/130 items)');
  await expect(groupButton(page, 'Salads')).toHaveAccessibleName('Salads (0/3)');
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
