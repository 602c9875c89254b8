/** Lists: several lists in the demo, by touch and keyboard. */
import { expect, test } from '@playwright/test';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList, createList, listRow, openLists, switchTo } from '#e2e/steps/lists.ts';

test.beforeEach(({ page }) => enterDemo(page));

test('[H1] [H2] the demo has several lists, each with its own items, and shows what is left on each', async ({
  page,
}) => {
  await createList(page, 'Hardware store');
  await expect(listHeading(page)).toHaveText('Hardware store (0/0 items)');
  await switchTo(page, 'My List');
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await openLists(page);
  await expect(listRow(page, 'My List')).toContainText('130 left');
  await expect(listRow(page, 'Hardware store')).toContainText('Empty');
  await expect(listRow(page, 'My List').locator('[aria-current="true"]')).toBeVisible();
  await expect(button(dialog(page, 'Lists'), 'Share this list')).toHaveCount(0);
});

test('[H2] switching is possible offline, and the list that was open opens again after a reload', async ({
  page,
  context,
}) => {
  await createList(page, 'Party');
  await context.setOffline(true);
  await switchTo(page, 'My List');
  await expect(itemBox(page, 'Milk')).toBeAttached();
  await switchTo(page, 'Party');
  await context.setOffline(false);
  await page.reload();
  await expect(listHeading(page)).toHaveText('Party (0/0 items)');
});

test('[H2] a list that is not open is renamed and, after a confirmation, deleted; the personal list offers no deletion', async ({
  page,
}) => {
  await createList(page, 'Party');
  await switchTo(page, 'My List');
  await chooseForList(page, 'Party', 'Rename');
  await field(dialog(page, 'Rename List'), 'List name').fill('Summer party');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Actions for Summer party')).toBeFocused();
  await button(page, 'Actions for My List').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Rename']);
  await page.keyboard.press('Escape');
  await button(page, 'Actions for Summer party').click();
  await page.getByRole('menuitem', { name: 'Delete list…' }).click();
  await expect(dialog(page, 'Delete List')).toContainText('Delete “Summer party” and everything in it?');
  await button(dialog(page, 'Delete List'), 'Delete').click();
  await expect(toast(page, '“Summer party” deleted')).toBeVisible();
  await expect(dialog(page, 'Lists').getByRole('listitem')).toHaveCount(1);
});

test('[H2] deleting the open list opens the personal list', async ({ page }) => {
  await createList(page, 'Party');
  await chooseForList(page, 'Party', 'Delete list…');
  await button(dialog(page, 'Delete List'), 'Delete').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(toast(page, '“Party” deleted')).toBeVisible();
});

test('[H2] [D4] Lists works by keyboard, and returns the focus to the list’s name', async ({ page }) => {
  await createList(page, 'Party');
  await openLists(page);
  await page.keyboard.press('Escape');
  await expect(listHeading(page).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Actions for Party').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Actions for Party')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Lists')).toHaveCount(0);
});

test('[H2] [L10] a new list needs a name of at most 200 characters', async ({ page }) => {
  await button(await openLists(page), 'Add a list').click();
  const name = field(dialog(page, 'Add a List'), 'List name');
  await expect(name).toBeFocused();
  await expect(button(page, 'Create')).toBeDisabled();
  await name.fill('x'.repeat(201));
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill('  Garden  party ');
  await name.press('Enter');
  await expect(listHeading(page)).toHaveText('Garden party (0/0 items)');
});
