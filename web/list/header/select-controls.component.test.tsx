/** Select mode in a real browser: choosing categories and items, and what is done with them. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { stopClock } from '#web/testing/gestures.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { GROCERIES, openInMemory, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  categoryButton,
  dialog,
  focusOn,
  itemBox,
  listHeading,
  looksIn,
  menuEntry,
  press,
  pressAndConfirm,
  select,
  toastUndo,
} from '#web/testing/steps.ts';

const choice = (category: string) => page.getByRole('checkbox', { name: `Select ${category}`, exact: true });

beforeEach(async () => {
  await showList(GROCERIES);
  await button('Select').click();
});

test('[L16] the actions for selected items are a named group, and are off until an item is selected', async () => {
  const actions = page.getByRole('group', { name: 'Selected items' });
  const states = (): Readonly<Record<string, boolean>> =>
    Object.fromEntries(
      actions
        .getByRole('button')
        .elements()
        .map((one) => [one.textContent, one.matches(':enabled')]),
    );
  await expect.poll(states).toEqual({ Move: false, Check: false });
  await rowChoice('Milk').click();
  await expect.poll(states).toEqual({ Move: true, Check: true });
});

test('[L11] [spec-5] Delete (n) asks in the specified words; Cancel keeps the choice, and its toast restores all', async () => {
  await expect.element(button('Delete (0)')).toBeDisabled();
  await choice('Dairy').click();
  await button('Delete (1)').click();
  const question = dialog('Delete Categories');
  await expect.element(question).toHaveTextContent('Are you sure you want to delete 1 category and all its items?');
  await button('Cancel', question).click();
  await expect.element(choice('Dairy')).toBeChecked();
  await expect.element(button('Delete (1)')).toHaveFocus();
  expect(looksIn()).toMatchObject({
    Done: 'quiet',
    'Select All': 'quiet',
    'Delete (1)': 'danger',
    'Delete All': 'quietDanger',
  });
  await button('Delete (1)').click();
  await button('Delete', question).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/1 items)');
  await expect.element(button('Select')).toBeVisible();
  await button('Undo: 1 category deleted').click();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[L11] Delete All also removes the categories of a list that shows none of them', async () => {
  await showList({
    ...GROCERIES,
    categories: [...(GROCERIES.categories ?? []), categoryRow('deli', { name: 'Deli' })],
  });
  await pressAndConfirm('Create New Empty List', 'Create');
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
  await button('Select').click();
  await expect.element(button('Select All')).toBeDisabled();
  await pressAndConfirm('Delete All', 'Delete');
  await expect.element(announced('3 categories deleted')).toBeVisible();
  await expect.element(button('Select')).not.toBeInTheDocument();
  await button('Undo: 3 categories deleted').click();
  await expect.element(button('Select')).toBeVisible();
});

test('[L11] Select All selects all and becomes Deselect All; Done leaves without a change', async () => {
  await button('Select All').click();
  await expect.element(button('Delete (2)')).toBeEnabled();
  await choice('Dairy').click();
  await expect.element(button('Delete (1)')).toBeEnabled();
  await button('Select All').click();
  await button('Deselect All').click();
  await expect.element(button('Delete (0)')).toBeDisabled();
  await button('Done').click();
  await expect.element(choice('Dairy')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[L16] [O3] Select All leaves out items that are folded under Other stores, until the fold is open', async () => {
  const open = await openInMemory({
    categories: [categoryRow('dairy', { name: 'Dairy' }), categoryRow('deli', { name: 'Deli' })],
    items: [
      itemRow('milk', { name: 'Milk', category: 'dairy' }),
      itemRow('feta', { name: 'Feta', category: 'dairy', store: 'market' }),
      itemRow('ham', { name: 'Ham', category: 'deli', store: 'market' }),
    ],
  });
  for (const id of ['aldi', 'market']) open.store.applyChange({ type: 'add-store', id, name: id });
  await showList({}, { openList: () => Promise.resolve(open) });
  await button('Store: All stores').click();
  await page.getByRole('menuitemradio', { name: 'aldi' }).click();
  await expect.element(button('Other stores (2)')).toHaveAttribute('aria-expanded', 'false');
  await button('Select').click();
  await button('Select All').click();
  // Deli has no heading.
  await expect.element(button('Delete (1)')).toBeEnabled();
  await button('Move').click();
  await expect.element(page.getByRole('menu', { name: 'Move 1 item to' })).toBeVisible();
  await press('{Escape}');
  await button('Other stores (2)').click();
  await expect.element(choice('Milk')).toBeChecked();
  await expect.element(choice('Feta')).not.toBeChecked();
  await button('Select All').click();
  await expect.element(choice('Feta')).toBeChecked();
  await button('Deselect All').click();
  await expect.element(choice('Feta')).not.toBeChecked();
  await choice('Dairy').click();
  await expect.element(choice('Milk')).toBeChecked();
  await expect.element(choice('Feta')).not.toBeChecked();
  await button('Delete (1)').click();
  await expect
    .element(dialog('Delete Categories'))
    .toHaveTextContent(/1 category and all its items\? That includes 1 item for other stores\./u);
});

test('[L14] [L16] Shop mode ends Select mode, so that a tap after the trip ticks', async () => {
  await rowChoice('Milk').click();
  await button('Shop mode').click();
  await button('Done').click();
  await itemBox('Milk').click();
  await expect.element(listHeading()).toHaveTextContent('My List (1/4 items)');
});

test('[L11] [spec-5] Delete All asks in the specified words, and Undo brings the categories back', async () => {
  await button('Delete All').click();
  const question = dialog('Delete All Categories');
  await expect
    .element(question)
    .toHaveTextContent('Are you sure you want to delete ALL categories and their items? This cannot be undone.');
  await press('{Escape}');
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await button('Delete All').click();
  await button('Delete', question).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/0 items)');
  await expect.element(announced('categories deleted')).toBeVisible();
  await expect.element(select('Category')).not.toHaveTextContent('Dairy');
  await button('Undo').click();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

const rowChoice = (item: string) => page.getByRole('checkbox', { name: `Select ${item}`, exact: true });

test('[L16] several items are deleted in one step, without a question, and their toast restores all', async () => {
  await rowChoice('Milk').click();
  await rowChoice('Bread').click();
  await button('Delete (2)').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/2 items)');
  await expect.element(button('Select')).toBeVisible();
  await button('Undo: 2 items deleted').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[L16] several items are checked in one step, and unchecked if all of them are checked', async () => {
  await rowChoice('Milk').click();
  await rowChoice('Bread').click();
  await button('Check').click();
  await expect.element(announced('2 items checked')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('My List (2/4 items)');
  await button('Select').click();
  await rowChoice('Milk').click();
  await button('Uncheck').click();
  await expect.element(listHeading()).toHaveTextContent('My List (1/4 items)');
  await button('Undo').first().click();
  await button('Undo').first().click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[L16] several items move to a category in one step', async () => {
  await rowChoice('Milk').click();
  await rowChoice('Eggs').click();
  await button('Move').click();
  await menuEntry('Bakery').click();
  await expect.element(announced('2 items moved to Bakery')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/3)')).toBeVisible();
  await button('Undo: 2 items moved to Bakery').click();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[L16] a category selects its items; with single items of others, the question counts those, too', async () => {
  await choice('Dairy').click();
  await expect.element(rowChoice('Milk')).toBeChecked();
  await rowChoice('Milk').click();
  await expect.element(choice('Dairy')).not.toBeChecked();
  await expect.element(rowChoice('Eggs')).toBeChecked();
  await choice('Bakery').click();
  await button('Delete (3)').click();
  const question = dialog('Delete Categories');
  await expect
    .element(question)
    .toHaveTextContent(
      'Are you sure you want to delete 1 category and all its items? 2 items in other categories will also be deleted.',
    );
  await button('Delete', question).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/1 items)');
});

test('[L16] what others delete or check is no longer counted', async () => {
  const open = await openInMemory(GROCERIES);
  await showList({}, { openList: () => Promise.resolve(open) });
  await button('Select').click();
  for (const name of ['Milk', 'Butter']) await rowChoice(name).click();
  await expect.element(button('Delete (2)')).toBeEnabled();
  open.store.applyChange({ type: 'check-item', id: 'milk', checked: true });
  open.store.applyChange({ type: 'check-item', id: 'butter', checked: true });
  await expect.element(button('Uncheck')).toBeVisible();
  open.store.applyChange({ type: 'delete-item', id: 'milk' });
  await expect.element(button('Delete (1)')).toBeEnabled();
  open.store.applyChange({ type: 'delete-item', id: 'butter' });
  await expect.element(button('Delete (0)')).toBeDisabled();
});

test('[L16] what others delete is no longer counted, even if the totals stay the same', async () => {
  const { receive } = await showShared();
  await button('Select').click();
  for (const name of ['Milk', 'Butter']) await rowChoice(name).click();
  await expect.element(button('Delete (2)')).toBeEnabled();
  await receive({ items: [itemRow('milk', { name: 'Milk', deleted: true }), itemRow('tea', { name: 'Tea' })] });
  await expect.element(button('Delete (1)')).toBeEnabled();
});

test('[L16] keys and a long press act on no single row: a long press selects it', async () => {
  await focusOn(rowChoice('Milk'));
  await press('{Delete}');
  await press('{F2}');
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await expect.element(dialog('Edit Item')).not.toBeInTheDocument();
  await page.getByText('Milk').click({ button: 'right' });
  await expect.element(rowChoice('Milk')).toBeChecked();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(dialog('Edit Item')).not.toBeInTheDocument();
});

test('[L16] [D4] arrow keys move between the rows, and the space bar selects one', async () => {
  await focusOn(rowChoice('Butter'));
  await press('{ArrowDown}');
  await expect.element(rowChoice('Eggs')).toHaveFocus();
  await press('[Space]');
  await expect.element(rowChoice('Eggs')).toBeChecked();
  await expect.element(button('Delete (1)')).toBeEnabled();
});

for (const [width, height] of [
  [320, 568],
  [768, 1024],
] as const) {
  test(`[L16] at ${width} px, no toast covers the bar of Select mode, and the bar covers nothing at the end of the page`, async () => {
    await page.viewport(width, height);
    await button('Done').click();
    await itemBox('Bread').click();
    await button('Select').click();
    // The toast stays.
    stopClock();
    await button('Clear checked').click();
    await expect.element(toastUndo('1 item cleared')).toBeVisible();
    const bar = (): number => page.getByRole('group', { name: 'Selected items' }).element().getBoundingClientRect().top;
    const bottomOf = (locator: Locator): number => locator.element().getBoundingClientRect().bottom;
    await expect.poll(() => bottomOf(toastUndo('1 item cleared')) <= bar()).toBe(true);
    await expect
      .poll(() => {
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        return bottomOf(page.getByText('Checklist © 2025 • v1.0.1')) <= bar();
      })
      .toBe(true);
  });
}
