/** Adding items: the form, refused names, existing items, and malicious names. */
import { expect, test } from '@playwright/test';
import { adderField, button, dialog, field, pressAndConfirm, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, chooseCategory, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect, rowNames } from '#e2e/steps/list.ts';

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

test('[spec-4] an added item appears by name in its category, which expands, and the field is ready for the next item', async ({
  page,
}) => {
  const bakery = groupButton(page, 'Bakery');
  await bakery.click();
  await expect(bakery).toHaveAttribute('aria-expanded', 'false');
  await adderField(page).fill('Baguette');
  await chooseCategory(page, 'Bakery');
  await adderField(page).press('Enter');
  await expect(bakery).toHaveAttribute('aria-expanded', 'true');
  await expect(bakery).toContainText('(0/7)');
  await expect(adderField(page)).toBeFocused();
  await expect(adderField(page)).toHaveValue('');
  await page.keyboard.type('éclair');
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
  expect(await rowNames(page, 'Bakery')).toEqual([
    'Bagels',
    'Baguette',
    'Bread',
    'Croissants',
    'éclair',
    'Hamburger Buns',
    'Muffins',
    'Tortillas',
  ]);
});

test('[spec-4] the last option opens the dialog for a new category, which is then chosen', async ({ page }) => {
  await adderField(page).fill('Tulips');
  await categorySelect(page).focus();
  await chooseCategory(page, '+ Add new category');
  const asked = dialog(page, 'Add New Category');
  await expect(field(asked, 'Category name')).toBeFocused();
  await expect(button(asked, 'Add')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(categorySelect(page)).toBeFocused();
  await expect(adderField(page)).toHaveValue('Tulips');

  await chooseCategory(page, '+ Add new category');
  await field(asked, 'Category name').fill('Garden');
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(categorySelect(page).locator('option:checked')).toHaveText('Garden');
  await button(page, 'Add Item').click();
  await expect(groupButton(page, 'Garden')).toContainText('(0/1)');
  await expect(itemBox(page, 'Tulips')).toBeVisible();
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

test('[L9] a name that is already on the list is reported with its category and unticked; in another category it is a second item', async ({
  page,
}) => {
  await itemBox(page, 'Apples').check();
  await addItem(page, ' aPPles ');
  await expect(toast(page, 'Apples was checked and is now back on the list')).toBeVisible();
  await expect(itemBox(page, 'Apples')).toHaveCount(1);
  await expect(itemBox(page, 'Apples')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await addItem(page, 'apples');
  await expect(toast(page, 'Apples is already on the list, in Fruits & Vegetables')).toBeVisible();
  await addItem(page, 'Apples', 'Snacks');
  await expect(itemBox(page, 'Apples')).toHaveCount(2);
  await expect(listHeading(page)).toHaveText('My List (0/131 items)');
});

test('[L10] a name over 200 characters is refused with a message and kept in the field; 200 are accepted', async ({
  page,
}) => {
  const longest = '🍏'.repeat(200);
  await adderField(page).fill(`${longest}🍏`);
  await chooseCategory(page, 'Snacks');
  await button(page, 'Add Item').click();
  await expect(toast(page, 'That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await expect(adderField(page)).toHaveValue(`${longest}🍏`);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await adderField(page).fill(longest);
  await button(page, 'Add Item').click();
  await expect(itemBox(page, longest)).toBeAttached();
  await addItem(page, '\u0007Ginger\tRoot\u0000', 'Snacks');
  await expect(itemBox(page, 'Ginger Root')).toBeAttached();
  await addItem(page, '\u200b\u200d', 'Snacks');
  await expect(toast(page, 'Please enter a name')).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
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
    await expect(
      page.getByRole('option', { name: `${name} ${name}` }).or(page.getByRole('option', { name })),
    ).not.toHaveCount(0);
    await button(page, `Delete ${name}`).click({ force: true });
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
