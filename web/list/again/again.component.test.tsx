/** Again in a real browser: adding items that were bought before with one tap. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import type { Habits } from '#core/suggest/habits.ts';
import type { OpenList } from '#client/lists/open-list.ts';
import { openInMemory, GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  announced,
  button,
  groupButton,
  itemBox,
  listHeading,
  menuEntry,
  press,
  select,
} from '#web/testing/steps.ts';

const NAMES = ['Bananas', 'Coffee', 'Rice', 'Tea'];

const panel = () => page.getByRole('group', { name: 'Again' });
const chip = (name: string) => panel().getByRole('button', { name, exact: true });
/** The names that can be tapped, in order. */
const chips = () =>
  [...document.querySelectorAll<HTMLElement>('[data-name]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map(({ textContent }) => textContent.trim());

let list: OpenList;
let habits: Habits;
const learned = () => habits.map(({ name }) => name);

beforeEach(async () => {
  const strong = NAMES.map((name, at) => ({ name, weight: 9 - at, at: Date.now() }));
  habits = [...strong, { name: 'Milk', weight: 20, at: Date.now() }];
  await showList(GROCERIES, {
    openList: async () => {
      list = await openInMemory(GROCERIES);
      return list;
    },
    habits: { read: () => habits, write: (_, next) => void (habits = next) },
  });
});

test('[O7] it opens from the empty field in one tap, with items that are not on the list; typing closes it', async () => {
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  expect(chips()).toEqual(NAMES);
  await expect.element(button('Again')).toHaveAttribute('aria-expanded', 'true');
  await addField().fill('s');
  await expect.element(panel()).not.toBeInTheDocument();
  await addField().fill('');
  await expect.element(panel()).not.toBeInTheDocument();
  await button('Again').click();
  await button('Close “Again”').click();
  await expect.element(panel()).not.toBeInTheDocument();
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  await press('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
});

test('[O7] a tap adds one item in one step; its place stays empty, and a second quick tap there does nothing', async () => {
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  const second = chip('Coffee').element().getBoundingClientRect();
  await chip('Coffee').click();
  await expect.element(itemBox('Coffee')).toBeInTheDocument();
  await expect.element(chip('Rice')).toHaveFocus();
  await expect.element(announced('Coffee added to')).toBeInTheDocument();
  // The names below the strip with the status have not moved.
  expect(document.elementFromPoint(second.x + 20, second.y + 20)?.closest('button') ?? null).toBeNull();
  expect(chips()).toEqual(['Bananas', 'Rice', 'Tea']);
  await chip('Tea').click();
  await expect.element(chip('Rice')).toHaveFocus();
  await expect.element(listHeading()).toHaveTextContent('My List (0/6 items)');
  await button('Undo').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/5 items)');
  await expect.element(chip('Tea')).toBeVisible();
  await expect.element(chip('Coffee')).not.toBeInTheDocument();
});

test('[O7] [U1] Add all adds every shown item in one step, closes Again, and is not offered for a single item', async () => {
  await button('Again').click();
  await button('Add all 4').click();
  await expect.element(panel()).not.toBeInTheDocument();
  for (const name of NAMES) await expect.element(itemBox(name)).not.toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('My List (0/8 items)');
  await button('Undo: 4 items added').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  habits = habits.filter(({ name }) => name === 'Tea');
  await button('Again').click();
  await expect.element(chip('Tea')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Add all/u })).not.toBeInTheDocument();
});

test('[O7] Add all adds each item to its own category, also while another one is chosen for the next item', async () => {
  await select('Category').selectOptions('Bakery');
  await button('Again').click();
  await button('Add all 4').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/8 items)');
  await expect.element(groupButton('Bakery')).toHaveAccessibleName('Bakery (0/1)');
});

test('[O7] at most twelve names are shown, and the next ones after all of them; Add all expands their categories', async () => {
  habits = Array.from({ length: 14 }, (_, at) => ({ name: `Bread ${at + 10}`, weight: 20 - at, at: Date.now() }));
  await groupButton('Bakery').click();
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await button('Again').click();
  await button('Add all 12').click();
  for (const name of ['Bread', 'Bread 10', 'Bread 21']) await expect.element(itemBox(name)).toBeVisible();
  await expect.element(announced('12 items added')).toBeVisible();
  await button('Again').click();
  await expect.element(chip('Bread 22')).toBeVisible();
  expect(chips()).toEqual(['Bread 22', 'Bread 23']);
});

test('[O7] an item is added with its last amount; items on the list are left out, whether or not they are checked', async () => {
  await addItem('Flour 500 g');
  await itemBox('Flour').click();
  await expect.poll(learned).toContain('Flour');
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  expect(chips()).toEqual(NAMES);
  await button('Close “Again”').click();
  await button('Clear checked').click();
  await button('Again').click();
  await chip('Flour 500 g').click();
  await expect.element(itemBox('Flour')).not.toBeChecked();
  expect([...list.store.list.items.values()].find(({ name, deleted }) => name === 'Flour' && !deleted)).toMatchObject({
    amount: 500,
    unit: 'g',
  });
});

test('[O7] a name that someone else adds disappears, and a tap at that moment changes nothing', async () => {
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  const { element } = { element: chip('Tea').element() };
  const tea = itemRow('tea', { name: 'Tea', category: 'bakery', amount: 3 });
  await list.store.catchUp({
    outbox: [],
    compactedUpTo: 0,
    base: { items: [tea], categories: [], savedLists: [], listRow: [] },
    localSeq: 1,
  });
  if (element instanceof HTMLElement) element.click();
  await expect.element(announced('Tea is already on your list.')).toBeInTheDocument();
  await expect.element(chip('Tea')).not.toBeInTheDocument();
  expect(list.store.list.items.get('tea')).toEqual(tea);
  expect(list.store.canUndo()).toBe(false);
});

test('[O7] a name is forgotten on request, and Undo brings it back', async () => {
  await button('Again').click();
  await button('More actions for Coffee').click();
  await menuEntry('Forget').click();
  await expect.element(chip('Coffee')).not.toBeInTheDocument();
  await expect.element(chip('Rice')).toHaveFocus();
  expect(learned()).not.toContain('Coffee');
  await expect.element(announced('Coffee won’t be suggested anymore')).toBeVisible();
  await page.getByRole('button', { name: /^Undo: / }).click();
  await expect.element(announced('Coffee will be suggested again')).toBeVisible();
  await expect.element(chip('Coffee')).toBeVisible();
  expect(learned()).toContain('Coffee');
});

test('[O7] it learns once from each of several ticks in the same frame', async () => {
  habits = [];
  for (const name of ['Milk', 'Butter'])
    itemBox(name)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect
    .poll(() => habits.map(({ name, weight }) => [name, weight]))
    .toEqual([
      ['Milk', 1],
      ['Butter', 1],
    ]);
});

test('[O7] it learns from a tick and not from Undo of Uncheck all; an empty Again says what will appear there', async () => {
  habits = [];
  await button('Again').click();
  await expect.element(panel().getByText('Items you check off often will appear here.')).toBeVisible();
  await expect.element(panel().getByRole('list')).not.toBeInTheDocument();
  await button('Close “Again”').click();
  for (const name of ['Milk', 'Bread']) await itemBox(name).click();
  await expect.poll(learned).toEqual(['Milk', 'Bread']);
  list.store.applyChange({ type: 'uncheck-all' });
  list.store.undo();
  await itemBox('Butter').click();
  await expect.poll(learned).toContain('Butter');
  expect(habits.map(({ weight }) => weight)).toEqual([1, 1, 1]);
});

test('[O7] the button is inside the field, and covers and moves nothing', async () => {
  const add = button('Add Item').element().getBoundingClientRect();
  const field = addField().element().getBoundingClientRect();
  const again = button('Again').element().getBoundingClientRect();
  expect(again.right).toBeLessThanOrEqual(field.right);
  expect(again.width).toBeGreaterThanOrEqual(44);
  await button('Again').click();
  await expect.element(panel()).toBeVisible();
  expect(panel().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(add.top);
  await expect.element(button('Add Item')).toBeDisabled();
  await addField().fill('Oats');
  expect(button('Add Item').element().getBoundingClientRect()).toEqual(add);
  await expect.element(button('Again')).not.toBeInTheDocument();
});

test('[O7] if everything that was learned is on the list, it says so', async () => {
  habits = habits.filter(({ name }) => name === 'Milk');
  await button('Again').click();
  await expect.element(panel().getByText('Everything you usually buy is on your list.')).toBeVisible();
});
