/** Categories: their order, counts and collapsing, adding one, and Select mode, which deletes them (product L11). */
import { expect, test } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, toast, toastUndo } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect, groupNames, section } from '#e2e/steps/list.ts';
import { boxOf, holdFinger } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[spec-2] [L1] [L5] the demo has 23 categories by name, each with a button that collapses it, and 130 unticked items', async ({
  page,
}) => {
  const names = await groupNames(page);
  expect(names).toHaveLength(23);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  await expect(page.getByRole('checkbox')).toHaveCount(130);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(itemBox(page, 'Beans')).toHaveCount(2);
  await expect(groupButton(page, 'Misc e.g. (Flowers, Gift Cards, Tape)')).toHaveAccessibleName(/\(0\/3\)$/);

  const bakery = groupButton(page, 'Bakery');
  await expect(bakery).toHaveAttribute('aria-expanded', 'true');
  await bakery.click();
  await expect(bakery).toHaveAttribute('aria-expanded', 'false');
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
  await page.reload();
  await expect(bakery).toHaveAttribute('aria-expanded', 'false');
  await bakery.press('Enter');
  await expect(itemBox(page, 'Bread')).toBeVisible();
});

test('[spec-5] [L10] a new category needs a name that is not blank, too long or taken', async ({ page }) => {
  await button(page, 'Add Category').click();
  const asked = dialog(page, 'Add New Category');
  const name = field(asked, 'Category name');
  await expect(name).toBeFocused();
  await expect(button(asked, 'Add')).toBeDisabled();
  await name.fill('   ');
  await expect(button(asked, 'Add')).toBeDisabled();
  await name.press('Enter');
  await expect(asked).toBeVisible();
  await name.fill('x'.repeat(201));
  await button(asked, 'Add').click();
  await expect(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill(' bakery ');
  await expect(name).toHaveAccessibleDescription('');
  await button(asked, 'Add').click();
  await expect(name).toHaveAccessibleDescription('That category is already on the list');
  await name.fill('Zoo');
  await button(asked, 'Cancel').click();
  await expect(groupButton(page, 'Zoo')).toHaveCount(0);
  await expect(button(page, 'Add Category')).toBeFocused();

  await button(page, 'Add Category').click();
  await expect(name).toHaveValue('');
  await name.fill(' Zoo ');
  await name.press('Enter');
  await expect(groupButton(page, 'Zoo')).toHaveAccessibleName('Zoo (0/0)');
  await expect(section(page, 'Zoo').getByText('No items in this category', { exact: true })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(groupButton(page, 'Zoo')).toHaveCount(0);
});

test('[L11] [spec-5] Select mode asks in the specified words before it deletes categories; Cancel changes nothing', async ({
  page,
}) => {
  await button(page, 'Select').click();
  await expect(button(page, 'Delete (0)')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select Bakery' }).check();
  await page.getByRole('checkbox', { name: 'Select Deli' }).check();
  await button(page, 'Delete (2)').click();
  const asked = dialog(page, 'Delete Categories');
  await expect(asked).toContainText('Are you sure you want to delete 2 categories and all their items?');
  await button(asked, 'Cancel').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(page.getByRole('checkbox', { name: 'Select Deli' })).toBeChecked();
  await expect(button(page, 'Delete (2)')).toBeFocused();

  await button(page, 'Delete (2)').click();
  await button(asked, 'Delete').click();
  await expect(listHeading(page)).toHaveText('My List (0/120 items)');
  await expect(groupButton(page, 'Bakery')).toHaveCount(0);
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
  await expect(toast(page, '2 categories deleted')).toBeVisible();
  await expect(button(page, 'Select')).toBeVisible();
  await toastUndo(page, '2 categories deleted').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(groupButton(page, 'Bakery')).toContainText('(0/6)');
});

test('[L11] Select All selects all and becomes Deselect All, and Done leaves without a change', async ({ page }) => {
  await button(page, 'Select').click();
  await button(page, 'Select All').click();
  await expect(button(page, 'Delete (23)')).toBeEnabled();
  await expect(button(page, 'Select All')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Snacks' }).uncheck();
  await expect(button(page, 'Delete (22)')).toBeEnabled();
  await button(page, 'Select All').click();
  await button(page, 'Deselect All').click();
  await expect(button(page, 'Delete (0)')).toBeDisabled();
  await button(page, 'Done').click();
  await expect(page.getByRole('checkbox', { name: 'Select Snacks' })).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[L11] [spec-5] [U2] Delete All asks in the specified words, and Undo restores everything, including ticks', async ({
  page,
}) => {
  await itemBox(page, 'Milk').check();
  await button(page, 'Select').click();
  await button(page, 'Delete All').click();
  await expect(dialog(page, 'Delete All Categories')).toContainText(
    'Are you sure you want to delete ALL categories and their items? This cannot be undone.',
  );
  await page.keyboard.press('Escape');
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await pressAndConfirm(page, 'Delete All', 'Delete');
  await expect(listHeading(page)).toHaveText('My List (0/0 items)');
  await expect(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect(button(page, 'Select')).toBeDisabled();
  await expect(button(page, 'Clear checked')).toBeDisabled();
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(itemBox(page, 'Milk')).toBeChecked();
});

test('[L2] [L11] [U2] Clear checked on a fully ticked list leaves its categories in view, under an invitation to add; one undo restores all', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Milk');
  await addItem(page, 'Bread');
  for (const name of ['Milk', 'Bread']) await itemBox(page, name).check();
  await button(page, 'Clear checked').click();
  await expect(toast(page, '2 items cleared')).toBeVisible();
  await expect(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  expect(await groupNames(page)).toEqual(['Bakery', 'Dairy & Eggs']);
  await expect(page.locator(':focus')).toHaveCount(1);
  await toastUndo(page, '2 items cleared').click();
  await expect(toast(page, 'Undone: 2 items cleared')).toBeVisible();
  // Complete categories collapse after a moment, so their rows may be gone.
  await expect(listHeading(page)).toHaveText('New List (2/2 items)');
  for (const name of ['Bakery', 'Dairy & Eggs']) await expect(groupButton(page, name)).toHaveAccessibleName(/\(1\/1\)/);
});

test('[L11] Delete All also deletes the categories out of view, so the select offers none', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Milk');
  await button(page, 'Select').click();
  await pressAndConfirm(page, 'Delete All', 'Delete');
  await expect(toast(page, '23 categories deleted')).toBeVisible();
  await expect(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect(categorySelect(page).getByRole('option')).toHaveText(['Select a category', '+ Add new category']);
});

test('[L11] Select mode keeps Clear checked, keeps both deletions far apart, and moves no heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await itemBox(page, 'Milk').check();
  const bakery = groupButton(page, 'Bakery');
  await page.evaluate(() => window.scrollTo(0, 0));
  const nameBox = () => boxOf(bakery.getByText('Bakery'));
  const before = await nameBox();
  await button(page, 'Select').click();
  expect(await nameBox()).toEqual(before);
  await expect(button(page, 'Clear checked')).toBeEnabled();
  const [some, all] = [await boxOf(button(page, 'Delete (0)')), await boxOf(button(page, 'Delete All'))];
  expect(some.x - (all.x + all.width)).toBeGreaterThan(40);
  const [done, clear] = [await boxOf(button(page, 'Done')), await boxOf(button(page, 'Clear checked'))];
  expect(clear.y).toBe(done.y);
  await button(page, 'Clear checked').click();
  await expect(listHeading(page)).toHaveText('My List (0/129 items)');
});

test('[spec-3] [U2] a category is renamed and recolored from its header, in one step; a taken name is refused', async ({
  page,
}) => {
  const asked = dialog(page, 'Edit Category');
  const name = field(asked, 'Category name');
  await button(page, 'Edit category Bakery').click();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Bakery');
  await expect(asked.getByRole('radio')).toHaveCount(13);
  await expect(asked.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await name.fill(' deli ');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription('Another category already has that name');
  await name.fill('  ');
  await expect(button(asked, 'Save')).toBeDisabled();
  await name.fill('Bread & rolls');
  await asked.getByRole('radio', { name: 'Purple' }).check();
  await button(asked, 'Save').click();
  await expect(asked).toHaveCount(0);
  await expect(groupButton(page, 'Bread & rolls')).toBeVisible();
  const mark = groupButton(page, 'Bread & rolls').locator('[aria-hidden]').first();
  await expect(mark).toHaveCSS('background-color', 'rgb(139, 92, 246)');
  await page.reload();
  await expect(groupButton(page, 'Bread & rolls')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(toast(page, 'Undone: Bread & rolls edited')).toBeVisible();
  await expect(groupButton(page, 'Bakery')).toBeVisible();
});

test('[spec-5] deleting a category from its dialog asks in the specified words, and Undo restores it', async ({
  page,
}) => {
  await groupButton(page, 'Bakery').press('F2');
  await button(dialog(page, 'Edit Category'), 'Delete').click();
  const question = dialog(page, 'Delete Categories');
  await expect(question).toContainText('Are you sure you want to delete 1 categories and all their items?');
  await button(question, 'Delete').click();
  await expect(groupButton(page, 'Bakery')).toHaveCount(0);
  await toastUndo(page, 'Bakery deleted').click();
  await expect(groupButton(page, 'Bakery')).toHaveAccessibleName('Bakery (0/6)');
});

test('[L7] a long press or a right click on a category’s heading edits it and does not collapse it', async ({
  page,
  isMobile,
}) => {
  const name = field(dialog(page, 'Edit Category'), 'Category name');
  if (isMobile) await holdFinger(page, groupButton(page, 'Bakery'), () => expect(name).toHaveValue('Bakery'));
  else await groupButton(page, 'Bakery').click({ button: 'right' });
  await expect(name).toHaveValue('Bakery');
  await button(dialog(page, 'Edit Category'), 'Cancel').click();
  await expect(groupButton(page, 'Bakery')).toHaveAttribute('aria-expanded', 'true');
});
