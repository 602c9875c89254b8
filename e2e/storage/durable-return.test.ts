/** The state is the same after a reload and after a restart of the browser. */
import { expect, type Page } from '@playwright/test';
import { button, dialog, field, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readScreen, row } from '#e2e/steps/list.ts';
import { ownBrowserTest as test } from '#e2e/fixtures/own-browser.ts';

test('[U3] ticks, new and deleted items, collapsed categories, saved lists, name, theme and history survive a restart', async ({
  startBrowser,
}) => {
  const first = await startBrowser();
  await enterDemo(first.page);
  await useEverything(first.page);
  const left = await readScreen(first.page);
  await first.page.reload();
  await expect.poll(() => readScreen(first.page)).toEqual(left);
  await first.close();

  const { page } = await startBrowser();
  await page.goto('/');
  await expect.poll(() => readScreen(page)).toEqual(left);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(groupButton(page, 'Pharmacy')).toHaveAttribute('aria-expanded', 'false');
  await button(page, 'Load Saved List').click();
  await expect(button(page, 'Load Sunday')).toBeVisible();
  await button(dialog(page, 'Saved Lists'), 'Close').click();
  await walkHistory(page);
});

/** Makes one change of each kind, to compare the whole state later. */
async function useEverything(page: Page): Promise<void> {
  await row(page, 'Milk').click();
  await addItem(page, 'Zander', 'Seafood');
  await button(page, 'Delete Eggs').click();
  await groupButton(page, 'Pharmacy').click();
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill('Sunday');
  await button(dialog(page, 'Save List'), 'Save').click();
  await expect(listHeading(page)).toHaveText('Sunday (1/130 items)');
  await pressInMenu(page, 'Account');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await button(dialog(page, 'Account'), 'Close').click();
  await row(page, 'Salmon').click();
  await row(page, 'Cod').click();
  await button(page, 'Undo').click();
  await expect(itemBox(page, 'Cod')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('Sunday (2/130 items)');
}

/** Redoes, then undoes and redoes all steps. */
async function walkHistory(page: Page): Promise<void> {
  await button(page, 'Redo').click();
  await expect(itemBox(page, 'Cod')).toBeChecked();
  await expect(button(page, 'Redo')).toBeDisabled();
  for (const undone of [4, 3, 2, 1, 0]) {
    await button(page, 'Undo').click();
    await expect(button(page, 'Undo')).toBeEnabled({ enabled: undone > 0 });
  }
  await expect(itemBox(page, 'Eggs')).toBeAttached();
  await expect(itemBox(page, 'Zander')).toHaveCount(0);
  await expect(listHeading(page)).toContainText('(0/130 items)');
}
