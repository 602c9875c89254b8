/** The stores of a list in a real browser: naming them, choosing one, tying items to one, and what the list shows then. */
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { Store } from '#client/store/store.ts';
import { boxOf, emulateMedia, setTextSize } from '#web/testing/gestures.ts';
import { openInMemory, restartDemo, showDemo, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  dialog,
  field,
  focusOn,
  groupNames,
  itemBox,
  menuEntry,
  openItemMenu,
  press,
  pressInMenu,
  row,
  rowNames,
  select,
} from '#web/testing/steps.ts';

const NAMES = ['Bakery', 'Dairy', 'Meat'];
const GROCERIES = {
  categories: NAMES.map((name) => categoryRow(name.toLowerCase(), { name })),
  items: [
    itemRow('bread', { name: 'Bread', category: 'bakery' }),
    itemRow('cheese', { name: 'Cheese', category: 'dairy', store: 'market', note: 'a ripe one' }),
    itemRow('ham', { name: 'Ham', category: 'meat', store: 'market' }),
    itemRow('milk', { name: 'Milk', category: 'dairy', store: 'aldi' }),
  ],
};

/** Shows a list with two stores, and items that are tied to one. @returns its store */
async function showStores(): Promise<Store> {
  const opened: Store[] = [];
  await showList(GROCERIES, {
    async openList() {
      const open = await openInMemory(GROCERIES);
      open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
      open.store.applyChange({ type: 'add-store', id: 'market', name: 'Market' });
      opened.push(open.store);
      return open;
    },
  });
  const [store] = opened;
  if (store === undefined) throw new Error('The list is not open.');
  return store;
}

const choice = (name: string): Locator => button(`Store: ${name}`);
const option = (name: string): Locator => page.getByRole('menuitemradio', { name, exact: true });
const storesDialog = (): Locator => dialog('Stores');

async function choose(from: string, to: string): Promise<void> {
  await choice(from).click();
  await option(to).click();
  await expect.element(choice(to)).toBeVisible();
}

async function addStore(name: string): Promise<void> {
  await field('Add a store', storesDialog()).fill(name);
  await press('{Enter}');
}

const entriesIn = (within: Locator): readonly string[] =>
  within
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const storeNames = (): readonly string[] => entriesIn(storesDialog());

test('[O2] a list without stores shows no sign of them but an entry in the menu', async () => {
  await showList(GROCERIES);
  await expect.element(page.getByRole('button', { name: /^Store/u })).not.toBeInTheDocument();
  expect(rowNames()).toContain('Milk');
  await openItemMenu('Milk');
  await menuEntry('Edit').click();
  await expect.element(dialog('Edit Item')).toBeVisible();
  await expect.element(select('Store', dialog('Edit Item'))).not.toBeInTheDocument();
});

test('[O2] Enter adds one store after another, and the button is level with the field; blank, long and existing names are refused', async () => {
  await showList(GROCERIES);
  await pressInMenu('Stores');
  await expect.element(field('Add a store', storesDialog())).toHaveFocus();
  await addStore('Rewe');
  await expect.poll(storeNames).toEqual(['Rewe']);
  await expect.element(field('Add a store', storesDialog())).toHaveValue('');
  await expect.element(field('Add a store', storesDialog())).toHaveFocus();
  await addStore('Aldi');
  await expect.poll(storeNames).toEqual(['Aldi', 'Rewe']);
  const offset = (): number => boxOf(button('Add')).y - boxOf(field('Add a store')).y;
  await expect.poll(offset).toBeCloseTo(0, 0);
  await addStore('  ');
  await expect.element(page.getByText('Please enter a name')).toBeVisible();
  await addStore('x'.repeat(201));
  await expect.element(page.getByText('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await addStore('aldi');
  await expect.element(page.getByText('This list already has a store with that name')).toBeVisible();
  await expect.element(field('Add a store', storesDialog())).toHaveValue('aldi');
  await button('Done', storesDialog()).click();
  await expect.element(choice('All stores')).toBeVisible();
});

test('[O2] a list has at most 20 stores', async () => {
  const store = await showStores();
  for (let count = 3; count <= 20; count += 1) {
    expect(store.applyChange({ type: 'add-store', id: `store-${count}`, name: `Store ${count}` }).ok).toBe(true);
  }
  await pressInMenu('Stores');
  await addStore('One too many');
  await expect.element(page.getByText('A list can have up to 20 stores.')).toBeVisible();
  expect(storeNames()).toHaveLength(20);
});

test('[O2] a store is renamed, and removed while its items stay; the toast’s Undo brings it back', async () => {
  await showStores();
  await choose('All stores', 'Market');
  await choice('Market').click();
  await menuEntry('Edit stores').click();
  await button('Rename Market', storesDialog()).click();
  await field('Store name', dialog('Rename Store')).fill('Farmers’ market');
  await press('{Enter}');
  await expect.poll(storeNames).toEqual(['Aldi', 'Farmers’ market']);
  await button('Remove Farmers’ market', storesDialog()).click();
  await expect.poll(storeNames).toEqual(['Aldi']);
  await expect.element(button('Remove Aldi', storesDialog())).toHaveFocus();
  await button('Undo: Farmers’ market removed', storesDialog()).click();
  await expect.poll(storeNames).toEqual(['Aldi', 'Farmers’ market']);
  await button('Remove Farmers’ market', storesDialog()).click();
  await button('Done', storesDialog()).click();
  await expect.element(choice('All stores')).toBeVisible();
  await expect.element(itemBox('Ham')).toBeVisible();
});

test('[O3] without a chosen store, a row shows its store next to its note', async () => {
  await showStores();
  await expect.element(row('Milk Aldi')).toBeVisible();
  await expect.element(row('Cheese a ripe one · Market')).toBeVisible();
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[Q6] [O2] a backend that cannot tie items to stores is offered none, but what the list has can be edited', async () => {
  await showList({}, { offersDetail: () => false });
  await button('Menu').click();
  await expect.element(button('Account')).toBeVisible();
  await expect.element(button('Stores')).not.toBeInTheDocument();
  const open = await openInMemory({});
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  await showList({}, { offersDetail: () => false, openList: () => Promise.resolve(open) });
  await pressInMenu('Stores');
  await expect.element(storesDialog().getByText('Aldi')).toBeVisible();
});

for (const [width, size] of [
  [320, 100],
  [390, 100],
  [390, 200],
  [1280, 100],
] as const) {
  test(`[O2] [L6] in a list with stores at ${width} px and ${size} % text, neither a tick nor Select mode moves rows`, async () => {
    await page.viewport(width, 844);
    await setTextSize(size);
    const store = await showStores();
    // A category whose last item is ticked would collapse meanwhile on a busy machine.
    store.applyChange({ type: 'add-item', id: 'rolls', name: 'Rolls', category: 'bakery' });
    await expect.element(itemBox('Rolls')).toBeVisible();
    await expect.element(choice('All stores')).toBeVisible();
    await expect.element(button('Select')).toBeVisible();
    const before = boxOf(itemBox('Bread')).y;
    await itemBox('Bread').click();
    await expect.element(button('Clear checked')).toBeVisible();
    expect(boxOf(itemBox('Bread')).y).toBe(before);
    await button('Uncheck all').click();
    await expect.element(itemBox('Bread')).not.toBeChecked();
    const heading = boxOf(page.getByRole('heading', { level: 2 }).first()).y;
    await button('Select').click();
    await expect.element(button('Delete All')).toBeVisible();
    expect(boxOf(page.getByRole('heading', { level: 2 }).first()).y).toBe(heading);
  });
}

test('[O3] with a chosen store, items for other stores wait in one fold at the end, in the list and in Shop mode', async () => {
  await showStores();
  await choose('All stores', 'Aldi');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/\(0\/2 items\)/u);
  await expect.poll(rowNames).toEqual(['Bread', 'Milk']);
  await expect.element(button('Other stores (2)')).toHaveAttribute('aria-expanded', 'false');
  // All of the meat waits for the market.
  expect(groupNames()).toEqual(['Bakery', 'Dairy', 'Other stores (2)']);
  await button('Other stores (2)').click();
  await expect.element(itemBox('Ham Market')).toBeVisible();
  await button('Shop mode').click();
  await expect.element(choice('Aldi')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/2\sleft$/u);
  await itemBox('Ham Market').click();
  await expect.element(itemBox('Ham Market')).not.toBeInTheDocument();
  await expect.element(button('Other stores (1)')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/2\sleft$/u);
  await choose('Aldi', 'All stores');
  await expect.element(itemBox('Cheese a ripe one · Market')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Other stores/u })).not.toBeInTheDocument();
});

test('[O2] each store has its own order, which Arrange names and shows first', async () => {
  await showStores();
  await choose('All stores', 'Aldi');
  await pressInMenu('Arrange categories');
  const sheet = dialog('Arrange Categories');
  await expect.element(select('Order', sheet)).toHaveDisplayValue('Order for Aldi');
  await expect.element(button('Same as the list', sheet)).toBeDisabled();
  await button('Move Meat to the top', sheet).click();
  const names = (): readonly string[] => entriesIn(sheet);
  await expect.poll(names).toEqual(['Meat', 'Bakery', 'Dairy']);
  await select('Order', sheet).selectOptions('List order');
  await expect.poll(names).toEqual(NAMES);
  await select('Order', sheet).selectOptions('Order for Market');
  await expect.poll(names).toEqual(NAMES);
  await button('Move Dairy up', sheet).click();
  await expect.poll(names).toEqual(['Dairy', 'Bakery', 'Meat']);
  await button('Done', sheet).click();
  await expect.poll(groupNames).toEqual(['Bakery', 'Dairy', 'Other stores (2)']);
  await choose('Aldi', 'Market');
  await expect.poll(groupNames).toEqual(['Dairy', 'Bakery', 'Meat', 'Other stores (1)']);
  await choose('Market', 'All stores');
  await expect.poll(groupNames).toEqual(NAMES);
  await choose('All stores', 'Market');
  await pressInMenu('Arrange categories');
  await button('Same as the list', sheet).click();
  await expect.element(announced('Market follows the list’s order again')).toBeVisible();
  await expect.poll(names).toEqual(NAMES);
});

test('[O3] an item is tied to a store in its dialog, and untied there', async () => {
  await showStores();
  await openItemMenu('Bread');
  await menuEntry('Edit').click();
  await expect.element(select('Store', dialog('Edit Item'))).toHaveDisplayValue('Any store');
  await select('Store', dialog('Edit Item')).selectOptions('Aldi');
  await button('Save', dialog('Edit Item')).click();
  await expect.element(row('Bread Aldi')).toBeVisible();
  await openItemMenu('Bread');
  await menuEntry('Edit').click();
  await select('Store', dialog('Edit Item')).selectOptions('Any store');
  await button('Save', dialog('Edit Item')).click();
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[O3] an item keeps a removed store when its name is edited, because Undo may bring the store back', async () => {
  const store = await showStores();
  store.applyChange({ type: 'remove-store', id: 'aldi' });
  await expect.element(itemBox('Milk')).toBeVisible();
  await openItemMenu('Milk');
  await menuEntry('Edit').click();
  await expect.element(select('Store', dialog('Edit Item'))).toHaveDisplayValue('Any store');
  await field('Name', dialog('Edit Item')).fill('Oat milk');
  await button('Save', dialog('Edit Item')).click();
  await expect.element(itemBox('Oat milk')).toBeVisible();
  expect(store.list.items.get('milk')?.store).toBe('aldi');
});

test('[O3] [L16] Select mode ties several items to a store in one step', async () => {
  await showStores();
  await button('Select').click();
  for (const name of ['Bread', 'Ham'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  await button('Store').click();
  await option('Aldi').click();
  await expect.element(announced('2 items are now for Aldi')).toBeVisible();
  await expect.element(row('Ham Aldi')).toBeVisible();
  await button('Undo: 2 items are now for Aldi').click();
  await expect.element(row('Ham Market')).toBeVisible();
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[O3] an item that is added while a store is chosen is not tied to it; an item tied to another store is found there', async () => {
  const store = await showStores();
  await choose('All stores', 'Aldi');
  await page.getByLabelText('Add shopping item').fill('Butter');
  await press('{Enter}');
  await expect.element(itemBox('Butter')).toBeVisible();
  const added = [...store.list.items.values()].find(({ name }) => name === 'Butter');
  expect(added?.store ?? null).toBeNull();
  await page.getByLabelText('Add shopping item').fill('Cheese');
  await press('{Enter}');
  await expect.element(announced('Cheese is already on the list, for Market')).toBeVisible();
  await expect.element(itemBox('Cheese a ripe one · Market')).toBeVisible();
});

test('[O2] [D4] the store is chosen by keyboard: the menu opens on the chosen one, and the focus returns', async () => {
  await showStores();
  await focusOn(choice('All stores'));
  await press('{Enter}');
  await expect.element(option('All stores')).toHaveFocus();
  await press('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(choice('Market')).toHaveFocus();
  await press('{Enter}');
  await expect.element(option('Market')).toHaveFocus();
  await expect.element(option('Market')).toBeChecked();
  await press('{Escape}');
  await expect.element(choice('Market')).toHaveFocus();
});

test('[O2] the choice belongs to the device and survives a restart', async () => {
  await showDemo();
  await pressInMenu('Stores');
  await addStore('Aldi');
  await button('Done', storesDialog()).click();
  await choose('All stores', 'Aldi');
  await restartDemo();
  await expect.element(choice('Aldi')).toBeVisible();
});

test('[O2] the printed list has the name of the chosen store, its order, and no items for other stores', async () => {
  const { view, applyChange } = await showStores();
  applyChange({ type: 'move-category', id: 'dairy', to: 0, shown: view.shownCategoryIds(), store: 'aldi' });
  await choose('All stores', 'Aldi');
  await button('Other stores (2)').click();
  await emulateMedia({ media: 'print' });
  await expect.element(page.getByText('Aldi', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('Ham')).not.toBeVisible();
  await expect.poll(() => rowNames().slice(0, 2)).toEqual(['Milk', 'Bread']);
});
