/** Saved lists of a list that several people share, and of an account's other lists (product S4 to S6, O8). */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { createList, invite, joinAs, openLists, openShared } from '#e2e/steps/lists.ts';

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
  await expect(ask).toContainText('Loading “Trip” replaces its items for everyone.');
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

test('[A7] [H14] the first invitation asks for both names; lists of one name show whose they are; no address is shown', async ({
  openDevice,
}) => {
  const [ann, bob] = [await openDevice(), await openDevice()];
  await signUp(ann, inventAccount());
  await signUp(bob, inventAccount());
  const link = await invite(ann, 'My List');
  await joinAs(bob, 'Ben', link);
  await expect(toast(bob, 'You joined “My List”')).toBeVisible();
  await openLists(bob);
  const rows = dialog(bob, 'Lists').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Yours');
  await expect(rows.last()).toContainText(/^My ListMember \d+’s/u);
  await expect(bob.getByRole('dialog').getByText(/shopper-/u)).toHaveCount(0);
  await button(dialog(bob, 'Lists'), 'Close').click();

  const share = dialog(ann, 'Share “My List”');
  await expect(share.getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible();
  await expect(share.getByRole('listitem').filter({ hasText: 'Owner · you' })).toContainText(/Member \d+/u);
  // Asked once: a second list asks only for its own name.
  await button(share, 'Close').click();
  await createList(ann, 'New List');
  await openLists(ann);
  await button(dialog(ann, 'Lists'), 'Share this list').click();
  await button(dialog(ann, 'Share “New List”'), 'Invite').click();
  const named = dialog(ann, 'Share “New List”');
  await expect(field(named, 'Your name')).toHaveCount(0);
  await field(named, 'Name of the list').fill('Party');
  await button(named, 'Continue').click();
  await expect(dialog(ann, 'Share “Party”').getByText('Your invitation link is ready.')).toBeVisible();
});
