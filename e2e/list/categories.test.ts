/** Categories: their order, counts and collapsing, adding one, and Select mode, which deletes them (product L11). */
import { expect, test } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, toast, toastUndo } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect, groupNames } from '#e2e/steps/list.ts';
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
