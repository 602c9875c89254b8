/** Deleting and clearing, and the toast that undoes it. */
import { expect, test } from '@playwright/test';
import { button, toastUndo } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox } from '#e2e/steps/enter-demo.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

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
