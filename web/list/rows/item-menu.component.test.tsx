/** The menu of an item in a real browser: its entries, how it closes, and where the focus goes. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import { runFor, stopClock, tapOn } from '#web/testing/gestures.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  categoryButton,
  dialog,
  field,
  focusOn,
  itemBox,
  menuEntry,
  openItemMenu,
  press,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[L7] Edit in the menu opens the dialog of the item', async () => {
  await openItemMenu('Milk');
  await menuEntry('Edit').click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(field('Name', dialog('Edit Item'))).toHaveValue('Milk');
});

test('[L7] Move offers the other categories, moves the item and offers Undo', async () => {
  await openItemMenu('Milk');
  await menuEntry('Move').click();
  await expect.element(page.getByRole('menu', { name: 'Move Milk to' })).toBeVisible();
  await expect.element(menuEntry('Dairy')).not.toBeInTheDocument();
  await expect.element(menuEntry('Bakery')).toHaveFocus();
  expect(menuEntry('Bakery').element().querySelector('[style*="--swatch"]')).not.toBeNull();
  await menuEntry('Bakery').click();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await button('Undo: Milk moved to Bakery').click();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[L7] Move opens where the menu was, and its first entry is not marked after a touch', async () => {
  const backgroundOf = (name: string): string => getComputedStyle(menuEntry(name).element()).backgroundColor;
  await openItemMenu('Milk');
  const menu = page.getByRole('menu');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  expect(backgroundOf('Edit')).toBe(backgroundOf('Delete'));
  const before = menu.element().getBoundingClientRect();
  await menuEntry('Move').click();
  await expect.element(menuEntry('Bakery')).toBeVisible();
  const after = menu.element().getBoundingClientRect();
  expect([after.top, after.right]).toEqual([before.top, before.right]);
});

test('[L7] the second tap of a double tap on Move chooses no category', async () => {
  stopClock();
  await openItemMenu('Milk');
  await runFor(400);
  await tapOn(menuEntry('Move'));
  await tapOn(menuEntry('Bakery'));
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
  await runFor(400);
  await tapOn(menuEntry('Bakery'));
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
});

test('[L9] an item is not moved to a category that has the same item, and the app says why', async () => {
  await showList({
    ...GROCERIES,
    items: [...(GROCERIES.items ?? []), itemRow('other', { name: 'milk', category: 'bakery' })],
  });
  await openItemMenu('Milk');
  await menuEntry('Move').click();
  await menuEntry('Bakery').click();
  await expect.element(announced('That category already has an item with this name')).toBeVisible();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[L7] Delete in the menu removes the item and the menu, and offers Undo', async () => {
  await openItemMenu('Milk');
  await menuEntry('Delete').click();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await button('Undo: Milk deleted').click();
  await expect.element(itemBox('Milk')).toBeVisible();
});

test('[Q1] the amount opens buttons for more and less, and each press is one undo step', async () => {
  await button('12, Eggs').click();
  await menuEntry('More: 13').click();
  await menuEntry('More: 14').click();
  await menuEntry('Less: 13').click();
  await expect.element(page.getByRole('menu', { name: 'Amount of Eggs' })).toHaveTextContent('13');
  await press('{Escape}');
  await expect.element(button('13, Eggs')).toHaveFocus();
  await button('Undo').click();
  await expect.element(button('14, Eggs')).toBeVisible();
});

test('[Q1] the smallest amount cannot become less, and the button keeps the focus', async () => {
  await showList({ ...GROCERIES, items: [itemRow('apples', { name: 'Apples', amount: 0.5 })] });
  const amount = page.getByRole('button', { name: /, Apples$/ });
  await amount.click();
  const less = page.getByRole('menuitem', { name: /^Less/ });
  await expect.element(less).toHaveAttribute('aria-disabled', 'true');
  await focusOn(less);
  await press('{Enter}');
  await expect.element(less).toHaveFocus();
  await expect.element(amount).toHaveTextContent('½');
});

test('[Q1] the menu of an item without an amount counts it as one, and sets the amount in two taps', async () => {
  await openItemMenu('Milk');
  await menuEntry('More: 2').click();
  await expect.element(menuEntry('More: 3')).toBeVisible();
  await press('{Escape}');
  await expect.element(button('2, Milk')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('2, Milk')).not.toBeInTheDocument();
});

test('[Q1] the menu of an amount also edits the item', async () => {
  await button('12, Eggs').click();
  await menuEntry('Edit').click();
  await expect.element(field('Amount', dialog('Edit Item'))).toHaveValue('12');
});

test('[D4] the menu focuses its first entry; arrow keys, Home, End and letters move the focus', async () => {
  await openItemMenu('Milk');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await press('{ArrowUp}');
  await expect.element(menuEntry('Delete')).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await press('{End}');
  await expect.element(menuEntry('Delete')).toHaveFocus();
  await press('{Home}');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await press('m');
  await expect.element(menuEntry('Move')).toHaveFocus();
  await press('n');
  await expect.element(menuEntry('Move')).toHaveFocus();
});

test('[D4] an item that is deleted from its menu by keyboard passes the focus to the next row', async () => {
  await focusOn(button('More actions for Butter'));
  await press('{Enter}');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await press('{End}{Enter}');
  await expect.element(itemBox('Butter')).not.toBeInTheDocument();
  await expect.element(itemBox('Eggs free range')).toHaveFocus();
});

test('[D4] Escape and Tab close the menu, and Escape returns the focus', async () => {
  await openItemMenu('Milk');
  await press('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button('More actions for Milk')).toHaveFocus();
  await openItemMenu('Milk');
  await press('{Tab}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('[L7] a press outside or on the same button closes the menu, and another button opens its own', async () => {
  await openItemMenu('Milk');
  await expect.element(menuEntry('Edit')).toBeVisible();
  await page.getByText('Connected').click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await openItemMenu('Bread');
  await openItemMenu('Bread');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await openItemMenu('Milk');
  await openItemMenu('Bread');
  await expect.element(page.getByRole('menu')).toHaveAccessibleName('More actions for Bread');
});
