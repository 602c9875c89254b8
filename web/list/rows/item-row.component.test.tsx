/** A row in a real browser: ticking, deleting, undoing, what it shows, and its keys. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { button, categoryButton, dialog, field, focusOn, itemBox, press } from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[Q1] a row shows its amount and note, and screen readers hear both with the check box', async () => {
  await expect.element(page.getByText('free range')).toBeVisible();
  await expect.element(button('12, Eggs')).toHaveTextContent('12');
  await expect.element(itemBox('Eggs free range')).toHaveAccessibleDescription('12');
  await expect.element(itemBox('Milk')).toHaveAccessibleDescription('');
});

test('[D4] Delete removes the item, and the Undo of its toast restores it', async () => {
  await button('Delete Milk').click();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  await expect.element(categoryButton('Dairy (0/2)')).toBeVisible();
  await button('Undo: Milk deleted').click();
  await expect.element(itemBox('Milk')).toBeVisible();
});

test('[D4] arrow keys, Home and End move between rows, and to a row’s buttons and back', async () => {
  await focusOn(itemBox('Bread'));
  await press('{ArrowDown}');
  await expect.element(itemBox('Butter')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(button('More actions for Butter')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(button('Delete Butter')).toHaveFocus();
  await press('{ArrowLeft}{ArrowLeft}');
  await expect.element(itemBox('Butter')).toHaveFocus();
  await press('{End}');
  await expect.element(itemBox('Milk')).toHaveFocus();
  await press('{ArrowUp}');
  await expect.element(itemBox('Eggs free range')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(button('12, Eggs')).toHaveFocus();
  await press('{ArrowLeft}{Home}');
  await expect.element(itemBox('Bread')).toHaveFocus();
});

test('[D4] Tab stops once in each category, at the row that had the focus last', async () => {
  await focusOn(categoryButton('Dairy (0/3)'));
  await userEvent.tab();
  await expect.element(itemBox('Butter')).toHaveFocus();
  await press('{ArrowDown}');
  await userEvent.tab({ shift: true });
  await expect.element(categoryButton('Dairy (0/3)')).toHaveFocus();
  await userEvent.tab();
  await expect.element(itemBox('Eggs free range')).toHaveFocus();
});

test('[D4] F2 edits the row with the focus, and the focus returns to it', async () => {
  await focusOn(itemBox('Milk'));
  await press('{F2}');
  await expect.element(field('Name', dialog('Edit Item'))).toHaveValue('Milk');
  await press('{Escape}');
  await expect.element(itemBox('Milk')).toHaveFocus();
});

test('[L7] a right click on a row opens its menu and does not tick it', async () => {
  await page.getByText('Milk').click({ button: 'right' });
  await expect.element(page.getByRole('menu', { name: 'More actions for Milk' })).toBeVisible();
  await press('{Escape}');
  await expect.element(itemBox('Milk')).not.toBeChecked();
});

test('[L7] the bin is the only mark of a row; a press on the end of the name opens the menu', async () => {
  const areDotsShown = (): boolean | undefined =>
    button('More actions for Milk').element().querySelector('svg')?.checkVisibility();
  expect(areDotsShown()).toBe(false);
  await button('More actions for Milk').click();
  await expect.element(page.getByRole('menu', { name: 'More actions for Milk' })).toBeVisible();
  await press('{Escape}');
  await focusOn(itemBox('Milk'));
  await press('{ArrowRight}');
  await expect.element(button('More actions for Milk')).toHaveFocus();
  expect(areDotsShown()).toBe(true);
});

test('[D4] after an edit that began without a focus is cancelled, the row has the focus', async () => {
  await button('Shop mode').click();
  await focusOn(itemBox('Milk'));
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement) activeElement.blur();
  await page.getByText('Milk').click({ button: 'right' });
  await expect.element(field('Name', dialog('Edit Item'))).toHaveValue('Milk');
  await press('{Escape}');
  await expect.element(itemBox('Milk')).toHaveFocus();
});

test('[L7] a toast does not cover the row it speaks of', async () => {
  const items = Array.from({ length: 30 }, (_, at) => itemRow(`i${at}`, { name: `Item ${at + 10}` }));
  await showList({ ...GROCERIES, items });
  await focusOn(itemBox('Item 18'));
  const box = itemBox('Item 18').element();
  window.scrollBy({ top: box.getBoundingClientRect().top - 720, behavior: 'instant' });
  await press('{F2}');
  await field('Note').fill('ripe');
  await press('{Enter}');
  const toast = page.getByRole('status').filter({ hasText: 'edited' });
  await expect.element(toast).toBeVisible();
  const bottomOf = (): number => box.getBoundingClientRect().bottom;
  await expect.poll(() => bottomOf() <= toast.element().getBoundingClientRect().top).toBe(true);
});
