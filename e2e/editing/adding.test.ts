/** Adding items: the form, refused names, existing items, and malicious names. */
import { expect, test } from '@playwright/test';
import { adderField, button, dialog, field, pressAndConfirm, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, chooseCategory, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect } from '#e2e/steps/list.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[spec-2] [spec-5] [L13] the form has a text field, the categories by name and a button that requires a name', async ({
  page,
}) => {
  const options = await categorySelect(page).getByRole('option').allTextContents();
  expect(options[0]).toBe('Select a category');
  expect(options.at(-1)).toBe('+ Add new category');
  const names = options.slice(1, -1);
  expect(names).toHaveLength(23);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));

  const add = button(page, 'Add Item');
  await expect(add).toBeDisabled();
  await adderField(page).fill('   ');
  await chooseCategory(page, 'Bakery');
  await expect(add).toBeDisabled();
  await adderField(page).press('Enter');
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await adderField(page).fill('Zwieback');
  await expect(add).toBeEnabled();
  await chooseCategory(page, 'Select a category');
  await expect(add).toBeEnabled();
  await expect(categorySelect(page).locator('option:checked')).toContainText('Misc');
});

test('[spec-4] adding to a category that is not on the list puts it on the list', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await expect(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect(adderField(page)).toBeFocused();
  await addItem(page, 'Milk');
  await expect(groupButton(page, 'Dairy & Eggs')).toContainText('(0/1)');
  await expect(listHeading(page)).toHaveText('New List (0/1 items)');
  await expect(page.getByText('No categories available.')).toHaveCount(0);
  await itemBox(page, 'Milk').check();
  await button(page, 'Clear checked').click();
  await expect(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  await button(page, 'Add an item').focus();
  await button(page, 'Add an item').click();
  await expect(adderField(page)).toBeFocused();
});

test('[L10] markup in a name is shown as text everywhere and never runs', async ({ page }) => {
  const names = [
    '<script>window.harmed = 1</script>',
    '<img src=x onerror="window.harmed = 1">',
    '${alert(1)} {{7*7}}',
  ];
  page.on('dialog', () => expect(null, 'a script ran').not.toBeNull());
  for (const name of names) {
    await pressAndConfirm(page, 'Create New Empty List', 'Create');
    await button(page, 'Add Category').click();
    await field(dialog(page, 'Add New Category'), 'Category name').fill(name);
    await page.keyboard.press('Enter');
    await addItem(page, name, name);
    await expect(itemBox(page, name)).toBeVisible();
    await expect(groupButton(page, name)).toContainText('(0/1)');
    await adderField(page).fill(name.slice(0, 8));
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(suggestions).toContainText(name);
    // They may lie over the row.
    await adderField(page).press('Escape');
    await expect(suggestions).toHaveCount(0);
    await button(page, `Delete ${name}`).click();
    await expect(toast(page, `${name} deleted`)).toBeVisible();
    await button(page, 'Save List').click();
    await field(dialog(page, 'Save List'), 'Name of the saved list').fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Save List')).toHaveCount(0);
  }
  await page.reload();
  await expect(listHeading(page)).toBeVisible();
  await pressInMenu(page, 'Account');
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('[L6] the status of the bar moves nothing in the list when it appears and disappears', async ({ page }) => {
  const room = (): Promise<string> => page.getByRole('main').evaluate((main) => getComputedStyle(main).paddingBlockEnd);
  await addItem(page, 'Zwieback', 'Bakery');
  await expect(page.getByRole('status').filter({ hasText: 'Zwieback' })).toBeVisible();
  const said = await room();
  await adderField(page).fill('Brioche');
  await expect(page.getByRole('status').filter({ hasText: 'Zwieback' })).toBeHidden();
  expect(await room()).toBe(said);
});
