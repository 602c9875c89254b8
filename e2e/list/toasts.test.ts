/** Deleting and clearing, and the toast that undoes it. */
import { expect, test } from '@playwright/test';
import { button, toast, toastUndo } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

clockTest(
  '[D4] Delete removes one item; the toast names it for 6 s, longer under the pointer or focus, and Undo restores it',
  async ({ page }) => {
    await stopClock(page);
    await row(page, 'Bread').hover();
    await button(page, 'Delete Bread').click();
    await expect(itemBox(page, 'Bread')).toHaveCount(0);
    await expect(groupButton(page, 'Bakery')).toContainText('(0/5)');
    await expect(toast(page, 'Bread deleted')).toBeVisible();
    await page.clock.runFor(5900);
    await expect(toast(page, 'Bread deleted')).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page, 'Bread deleted')).toHaveCount(0);

    await button(page, 'Delete Bagels').click();
    await page.clock.runFor(100);
    await toastUndo(page, 'Bagels deleted').focus();
    await page.clock.runFor(20_000);
    await expect(toastUndo(page, 'Bagels deleted')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(itemBox(page, 'Bagels')).toBeVisible();
    await expect(toastUndo(page, 'Bagels deleted')).toHaveCount(0);
    await expect(toast(page, 'Undone: Bagels deleted')).toBeVisible();
    await expect(itemBox(page, 'Bread')).toHaveCount(0);
  },
);

test('[U1] several deletions in a row share one toast, which restores them all; each remains a separate undo step', async ({
  page,
}) => {
  for (const name of ['Bread', 'Bagels', 'Milk']) await button(page, `Delete ${name}`).click();
  await expect(toast(page, '3 items deleted')).toBeVisible();
  await toastUndo(page, '3 items deleted').click();
  await expect(toast(page, 'Undone: 3 items deleted')).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(button(page, 'Undo')).toBeDisabled();
  await button(page, 'Redo').click();
  await expect(toast(page, 'Redone: Bread deleted')).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (0/129 items)');

  await button(page, 'Delete Eggs').click();
  await button(page, 'Delete Apples').click();
  await expect(toast(page, '2 items deleted')).toBeVisible();
  await itemBox(page, 'Bananas').focus();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Apples deleted')).toBeVisible();
  await expect(itemBox(page, 'Apples')).toBeAttached();
  await expect(itemBox(page, 'Eggs')).toHaveCount(0);
  await button(page, 'Delete Apples').click();
  await expect(toastUndo(page, 'Apples deleted')).toBeVisible();
});

test('Undo and Redo report what they did, and when nothing is left', async ({ page }) => {
  for (const name of ['Bread', 'Bagels', 'Milk']) await itemBox(page, name).check();
  await button(page, 'Clear checked').click();
  await button(page, 'Undo').click();
  await expect(toast(page, 'Undone: 3 items cleared')).toBeVisible();
  await button(page, 'Redo').click();
  await expect(toast(page, 'Redone: 3 items cleared')).toBeVisible();
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expect(toast(page, 'Undone: Milk checked')).toBeVisible();
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expect(button(page, 'Undo')).toBeDisabled();
  await itemBox(page, 'Milk').focus();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Nothing to undo')).toBeVisible();
});

test('[U1] the toast’s Undo reverts only its own change, also after later changes', async ({ page }) => {
  await button(page, 'Delete Bread').click();
  await itemBox(page, 'Milk').check();
  await toastUndo(page, 'Bread deleted').click();
  await expect(itemBox(page, 'Bread')).toBeAttached();
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await button(page, 'Delete Milk').click();
  await button(page, 'Delete Eggs').click();
  await expect(toast(page, '2 items deleted')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(itemBox(page, 'Eggs')).toBeAttached();
  await expect(itemBox(page, 'Milk')).toHaveCount(0);
  await expect(toastUndo(page, '2 items deleted')).toHaveCount(0);
});

test('[spec-4] Clear checked removes all ticked items in one step, says how many, and is disabled if there are none', async ({
  page,
}) => {
  await expect(button(page, 'Clear checked')).toBeDisabled();
  await itemBox(page, 'Bread').check();
  await button(page, 'Clear checked').click();
  await expect(toast(page, '1 item cleared')).toBeVisible();
  for (const name of ['Milk', 'Eggs', 'Apples']) await itemBox(page, name).check();
  await button(page, 'Clear checked').click();
  await expect(listHeading(page)).toHaveText('My List (0/126 items)');
  await expect(button(page, 'Clear checked')).toBeDisabled();
  await toastUndo(page, '3 items cleared').click();
  await expect(listHeading(page)).toHaveText('My List (3/129 items)');
  await expect(itemBox(page, 'Eggs')).toBeChecked();
});

test('[D4] when the pressed control is removed or disabled, the focus stays on the screen', async ({ page }) => {
  const isKept = async (step: string): Promise<void> => {
    const name = (): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');
    await expect.poll(name, step).not.toBe('BODY');
  };
  await itemBox(page, 'Bread').check();
  await button(page, 'Clear checked').press('Enter');
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
  await isKept('Clear checked');
  await toastUndo(page, '1 item cleared').press('Enter');
  await isKept('Undo in the toast');
  await button(page, 'Undo').press('Enter');
  await expect(button(page, 'Undo')).toBeDisabled();
  await isKept('Undo in the toolbar');
  for (let steps = 0; steps < 2; steps += 1) await button(page, 'Redo').press('Enter');
  await expect(button(page, 'Redo')).toBeDisabled();
  await isKept('Redo');
  await button(page, 'Select').press('Enter');
  await isKept('Select');
  await button(page, 'Done').press('Enter');
  await isKept('Done');
  await button(page, 'Select').press('Enter');
  await page.getByRole('checkbox', { name: 'Select Deli' }).press('Space');
  await button(page, 'Delete (1)').press('Enter');
  await button(page.getByRole('dialog'), 'Delete').press('Enter');
  await expect(groupButton(page, 'Deli')).toHaveCount(0);
  await isKept('Delete (1)');
  await button(page, 'Shop mode').click();
  await button(page, 'Done').press('Enter');
  await isKept('Done');
});
