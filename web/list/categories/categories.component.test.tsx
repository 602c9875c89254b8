/** Categories: their order, counts and collapsing, adding one, and Select mode, which deletes them (product L11). */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, holdFinger } from '#web/testing/gestures.ts';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import {
  addItem,
  announced,
  button,
  categorySelect,
  dialog,
  field,
  groupButton,
  groupNames,
  itemBox,
  listHeading,
  pressAndConfirm,
  pressOn,
  toastUndo,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[spec-2] [L1] [L5] the demo has 23 categories by name, each with a button that collapses it, and 130 unticked items', async () => {
  const names = groupNames();
  expect(names).toHaveLength(23);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  await expect.element(page.getByRole('checkbox')).toHaveLength(130);
  await expect.element(page.getByRole('checkbox', { checked: true })).not.toBeInTheDocument();
  await expect.element(itemBox('Beans')).toHaveLength(2);
  await expect.element(groupButton('Misc e.g. (Flowers, Gift Cards, Tape)')).toHaveAccessibleName(/\(0\/3\)$/);

  const bakery = groupButton('Bakery');
  await expect.element(bakery).toHaveAttribute('aria-expanded', 'true');
  await bakery.click();
  await expect.element(bakery).toHaveAttribute('aria-expanded', 'false');
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await restartDemo();
  await expect.element(bakery).toHaveAttribute('aria-expanded', 'false');
  await pressOn(bakery, '{Enter}');
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[L2] [L11] [U2] Clear checked on a fully ticked list leaves its categories in view, under an invitation to add; one undo restores all', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await addItem('Milk');
  await addItem('Bread');
  for (const name of ['Milk', 'Bread']) await itemBox(name).click();
  await button('Clear checked').click();
  await expect.element(announced('2 items cleared')).toBeVisible();
  await expect.element(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  expect(groupNames()).toEqual(['Bakery', 'Dairy & Eggs']);
  expect(document.activeElement).not.toBe(document.body);
  await toastUndo('2 items cleared').click();
  await expect.element(announced('Undone: 2 items cleared')).toBeVisible();
  // Complete categories collapse after a moment, so their rows may be gone.
  await expect.element(listHeading()).toHaveTextContent('New List (2/2 items)');
  for (const name of ['Bakery', 'Dairy & Eggs'])
    await expect.element(groupButton(name)).toHaveAccessibleName(/\(1\/1\)/);
});

test('[L11] Delete All also deletes the categories out of view, so the select offers none', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await addItem('Milk');
  await button('Select').click();
  await pressAndConfirm('Delete All', 'Delete');
  await expect.element(announced('23 categories deleted')).toBeVisible();
  await expect.element(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  expect(optionTexts()).toEqual(['Select a category', '+ Add new category']);
});

test('[L11] Select mode keeps Clear checked, keeps both deletions far apart, and moves no heading', async () => {
  await page.viewport(320, 700);
  await itemBox('Milk').click();
  const bakery = groupButton('Bakery');
  window.scrollTo(0, 0);
  const nameBox = () => boxOf(bakery.getByText('Bakery'));
  const before = nameBox();
  await button('Select').click();
  expect(nameBox()).toEqual(before);
  await expect.element(button('Clear checked')).toBeEnabled();
  const [some, all] = [boxOf(button('Delete (0)')), boxOf(button('Delete All'))];
  expect(some.x - (all.x + all.width)).toBeGreaterThan(40);
  const [done, clear] = [boxOf(button('Done')), boxOf(button('Clear checked'))];
  expect(clear.y).toBe(done.y);
  await button('Clear checked').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/129 items)');
});

test('[L7] a long press on a category’s heading edits it and does not collapse it', async () => {
  const name = field('Category name', dialog('Edit Category'));
  const lift = await holdFinger(groupButton('Bakery'));
  await expect.element(name).toHaveValue('Bakery');
  await lift();
  await expect.element(name).toHaveValue('Bakery');
  await button('Cancel', dialog('Edit Category')).click();
  await expect.element(groupButton('Bakery')).toHaveAttribute('aria-expanded', 'true');
});

const optionTexts = (): readonly string[] =>
  categorySelect()
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
