/** A category in a real browser: its counts, collapsing, completing, and editing from its heading. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { emulateMedia } from '#web/testing/gestures.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, categoryButton, dialog, field, focusOn, itemBox, press } from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[D3] rows below glide to their new places when a category collapses and when a row is deleted, but not in a burst', async () => {
  await emulateMedia({ reducedMotion: 'no-preference' });
  const glides = (): number => document.getAnimations().filter(({ id }) => id === 'glide').length;
  // Glides are short: they are counted in the task that begins them.
  const click = (control: Locator): void => {
    const element = control.element();
    if (element instanceof HTMLElement) element.click();
  };
  const toggle = (): number => {
    click(categoryButton('Bakery (0/1)'));
    return glides();
  };
  // What lets rows glide loads after the list.
  await expect.poll(toggle).toBeGreaterThan(0);
  await expect.poll(glides).toBe(0);
  click(button('Delete Butter'));
  const first = glides();
  expect(first).toBeGreaterThan(0);
  click(button('Delete Eggs'));
  expect(glides()).toBeLessThanOrEqual(first);
});

test('[L6] undoing the tick that completed a category expands it again', async () => {
  await itemBox('Bread').click();
  await expect.element(categoryButton('Bakery (1/1) complete')).toHaveAttribute('aria-expanded', 'false');
  await button('Undo').click();
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[spec-3] [U2] the button of the heading renames and recolors the category, in one step', async () => {
  await button('Edit category Dairy').click();
  const edit = dialog('Edit Category');
  await expect.element(field('Category name', edit)).toHaveValue('Dairy');
  await expect.element(page.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await field('Category name', edit).fill('Milk & eggs');
  await page.getByRole('radio', { name: 'Purple' }).click();
  await button('Save', edit).click();
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(categoryButton('Milk & eggs (0/3)')).toBeVisible();
  await button('Edit category Milk & eggs').click();
  await expect.element(page.getByRole('radio', { name: 'Purple' })).toBeChecked();
  await press('{Escape}');
  await button('Undo').click();
  await expect.element(announced('Undone: Milk & eggs edited')).toBeVisible();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[D4] F2 and a right click on the heading edit the category', async () => {
  await focusOn(categoryButton('Dairy (0/3)'));
  await press('{F2}');
  await expect.element(field('Category name')).toHaveValue('Dairy');
  await press('{Escape}');
  await expect.element(categoryButton('Dairy (0/3)')).toHaveFocus();
  await categoryButton('Bakery (0/1)').click({ button: 'right' });
  await expect.element(field('Category name')).toHaveValue('Bakery');
});

test('[spec-5] a taken name is refused at its field, and a blank one cannot be saved', async () => {
  await button('Edit category Dairy').click();
  await field('Category name').fill(' bakery ');
  await press('{Enter}');
  await expect.element(field('Category name')).toHaveAccessibleDescription('Another category already has that name');
  await field('Category name').fill('  ');
  await expect.element(field('Category name')).toHaveAccessibleDescription('');
  await expect.element(button('Save')).toBeDisabled();
});

test('[spec-5] Delete asks in the specified words, and its toast restores the category', async () => {
  await button('Edit category Dairy').click();
  await button('Delete', dialog('Edit Category')).click();
  const question = dialog('Delete Categories');
  await expect.element(question).toHaveTextContent('Are you sure you want to delete 1 category and all its items?');
  await button('Delete', question).click();
  await expect.element(categoryButton('Dairy (0/3)')).not.toBeInTheDocument();
  await button('Undo: Dairy deleted').click();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});
