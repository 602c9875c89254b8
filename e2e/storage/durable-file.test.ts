/** Exporting the list as a file, and importing files: complete, or refused with a clear message and without a change. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, pressInMenu, toastUndo } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readScreen, row } from '#e2e/steps/list.ts';
import { importFile, listFileText, saveListFile } from '#e2e/steps/list-file.ts';

test('[D2] an exported file contains everything and restores it', async ({ page }) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  await addItem(page, 'קפה 😀 "x" </script>', 'Pantry');
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill('Sunday');
  await button(dialog(page, 'Save List'), 'Save').click();
  await expect(listHeading(page)).toHaveText('Sunday (1/131 items)');
  const before = await readScreen(page);

  await pressInMenu(page, 'Account');
  const { file, path } = await saveListFile(page, button(dialog(page, 'Account'), 'Save as a file'));
  expect(file).toMatchObject({ format: 'checklist', version: 1, listName: 'Sunday' });
  expect([file.items.length, file.categories.length, file.savedLists.length]).toEqual([131, 23, 1]);
  await button(dialog(page, 'Account'), 'Close').click();

  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await button(page, 'Load Saved List').click();
  await button(page, 'Delete Sunday').click();
  await button(dialog(page, 'Saved Lists'), 'Close').last().click();
  await importFile(page, path);
  await expect(dialog(page, 'Account')).toBeHidden();
  await expect(listHeading(page)).toHaveText('Sunday (1/131 items)');
  expect(await readScreen(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => readScreen(page)).toEqual(before);
  await button(page, 'Load Saved List').click();
  await expect(button(page, 'Load Sunday')).toBeVisible();
});

test('[D2] importing a file can be undone', async ({ page }) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  const items = [{ id: 'a', name: 'Zander', category: 'c', checked: true }];
  await importFile(page, { text: listFileText({ listName: 'Trip', items, categories: [{ id: 'c', name: 'Fish' }] }) });
  await expect(listHeading(page)).toHaveText('Trip (1/1 items)');
  await toastUndo(page, '1 item imported').click();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(itemBox(page, 'Milk')).toBeChecked();
});

const FOREIGN = /^This isn’t a Checklist file\. Your list hasn’t changed\.$/;
const BROKEN_ITEM = { id: '', name: 'Zander', category: 'c', checked: false };

/** One file of each kind; core/copy/list-file.test.ts has more. Each message differs from the one before, so that the old one is not taken for it. */
const BAD_FILES: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['half a file', listFileText({}).slice(0, -20), FOREIGN],
  [
    'a newer version’s file',
    listFileText({ version: 2 }),
    /^This file is from a newer version of Checklist\. Reload the app, then try again\.$/,
  ],
  [
    'a file with a broken item',
    listFileText({ items: [BROKEN_ITEM] }),
    /^This file is damaged and can’t be read\. Your list hasn’t changed\.$/,
  ],
];

test('[D2] a corrupt, foreign or newer file shows a clear message and changes nothing', async ({ page }) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  const before = await readScreen(page);
  await pressInMenu(page, 'Account');
  for (const [what, text, sentence] of BAD_FILES) {
    await chooseFile(page, text);
    await expect(dialog(page, 'Account').getByRole('alert'), what).toHaveText(sentence);
  }
  await button(dialog(page, 'Account'), 'Close').click();
  expect(await readScreen(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => readScreen(page)).toEqual(before);
});

test('[D2] a file that is too large is refused without being read', async ({ page }) => {
  await enterDemo(page);
  await pressInMenu(page, 'Account');
  // Made in the page, because sending it there takes long. It would be a list file if it were read.
  await fileInput(page).evaluate((input: HTMLInputElement, text) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([' '.repeat(20_000_001), text], 'list.json', { type: 'application/json' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, listFileText({}));
  await expect(dialog(page, 'Account').getByRole('alert')).toHaveText(FOREIGN);
  await button(dialog(page, 'Account'), 'Close').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

const fileInput = (page: Page): Locator => dialog(page, 'Account').locator('input[type=file]');

const chooseFile = (page: Page, text: string): Promise<void> =>
  fileInput(page).setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(text) });
