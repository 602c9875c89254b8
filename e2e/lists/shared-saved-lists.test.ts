/** Saved lists of a list that several people share, and of an account's other lists (product S4 to S6, O8). */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { createList, openShared } from '#e2e/steps/lists.ts';

async function save(page: Page, name: string): Promise<void> {
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Save List')).toHaveCount(0);
}

test('[S4] [S5] [O8] a shared list keeps its name; loading and importing ask, offer to add, and notify the others', async ({
  openDevice,
}) => {
  const { ann, bob } = await openShared(openDevice);
  await addItem(ann, 'Leek');
  await itemBox(ann, 'Leek').check();
  await save(ann, 'BBQ');
  await expect(listHeading(ann)).toHaveText('Groceries (1/1 items)');
  await addItem(ann, 'Carrots');
  await expect(itemBox(bob, 'Carrots')).toBeVisible();

  await button(bob, 'Load Saved List').click();
  await button(dialog(bob, 'Saved Lists'), 'Load BBQ').click();
  const ask = dialog(bob, 'Replace a Shared List');
  await expect(ask).toContainText('You share “Groceries” with Anna.');
  await expect(button(ask, 'Add to list')).toBeFocused();
  await button(ask, 'Add to list').click();
  await expect(listHeading(bob)).toHaveText('Groceries (0/2 items)');

  await button(bob, 'Load Saved List').click();
  await button(dialog(bob, 'Saved Lists'), 'Load BBQ').click();
  await button(ask, 'Replace for everyone').click();
  await expect(listHeading(bob)).toHaveText('BBQ (1/1 items)');
  await expect(toast(ann, 'Ben loaded “BBQ”')).toBeVisible();
  await expect(listHeading(ann)).toHaveText('BBQ (1/1 items)');
  await bob.getByRole('button', { name: /^Uncheck all: / }).click();
  await expect(toast(bob, '1 item unchecked')).toBeVisible();
  await expect(listHeading(ann)).toHaveText('BBQ (0/1 items)');

  const items = ['Leek', 'Salt'].map((name) => ({ id: name, name, category: 'c', checked: false }));
  await importFile(bob, { text: listFileText({ listName: 'Trip', items, categories: [{ id: 'c', name: 'Pantry' }] }) });
  await expect(ask).toContainText('Loading “Trip” replaces the list’s items and its name for everyone.');
  await button(ask, 'Add to list').click();
  await expect(listHeading(ann)).toHaveText('BBQ (0/2 items)');
  await importFile(bob, { text: listFileText({ listName: 'Trip' }) });
  await button(ask, 'Replace for everyone').click();
  await expect(toast(ann, 'Ben loaded “Trip”')).toBeVisible();
  await expect(listHeading(ann)).toHaveText('Trip (0/0 items)');
});

test('[S6] the saved lists of another list are shown, viewed and loaded, and own ones are renamed', async ({
  openDevice,
}) => {
  const page = await openDevice();
  await signUp(page, inventAccount());
  await addItem(page, 'Leek');
  await save(page, 'Soup');
  await createList(page, 'Party');
  await button(page, 'Load Saved List').click();
  const saved = dialog(page, 'Saved Lists');
  await expect(saved.getByText('No saved lists in “Party” yet.')).toBeVisible();
  await expect(saved.getByRole('heading', { name: 'Saved in “Soup”' })).toBeVisible();
  await saved.getByRole('button', { name: /^View Soup, 1 item/ }).click();
  await expect(dialog(page, 'Soup').getByRole('listitem')).toHaveText('Leek');
  await button(dialog(page, 'Soup'), 'Load').click();
  await expect(listHeading(page)).toHaveText('Soup (0/1 items)');
  await expect(itemBox(page, 'Leek')).toBeVisible();

  await save(page, 'Stew');
  await button(page, 'Load Saved List').click();
  await saved.getByRole('button', { name: /^View Stew/ }).click();
  await button(dialog(page, 'Stew'), 'Rename').click();
  await field(dialog(page, 'Rename Saved List'), 'Name of the saved list').fill('Goulash');
  await page.keyboard.press('Enter');
  await expect(button(saved, 'Load Goulash')).toBeVisible();
});
