/** Edit Item in a real browser: each field, what is refused, and deleting. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { GROCERIES, openInMemory, showList } from '#web/testing/show-list.tsx';
import {
  addItem,
  announced,
  button,
  categoryButton,
  dialog,
  field,
  focusOn,
  itemBox,
  press,
  select,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

const edit = async (name: string): Promise<void> => {
  await focusOn(itemBox(name));
  await press('{F2}');
  await expect.element(dialog('Edit Item')).toBeVisible();
};

test('[Q1] the dialog shows and saves name, category, amount, unit and note, in one step', async () => {
  await edit('Eggs free range');
  await expect.element(select('Category', dialog('Edit Item'))).toHaveDisplayValue('Dairy');
  await expect.element(field('Amount')).toHaveValue('12');
  await expect.element(field('Note')).toHaveValue('free range');
  await field('Name').fill(' Oat   milk ');
  await select('Category', dialog('Edit Item')).selectOptions('Bakery');
  await field('Amount').fill('1,5');
  await select('Unit').selectOptions('l');
  await field('Note').fill('barista');
  await button('Save').click();
  await expect.element(dialog('Edit Item')).not.toBeInTheDocument();
  await expect.element(button('1.5 l, Oat milk')).toBeVisible();
  await expect.element(page.getByText('barista')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('12, Eggs')).toBeVisible();
  await expect.element(categoryButton('Dairy (0/3)')).toBeVisible();
});

test('[D4] the label of each field of the dialog is visible', async () => {
  await edit('Eggs free range');
  const labels = [...dialog('Edit Item').element().querySelectorAll('label')];
  expect(labels.map(({ textContent }) => textContent)).toEqual(['Name', 'Category', 'Amount', 'Unit', 'Note']);
  for (const label of labels) expect(label.getBoundingClientRect().height).toBeGreaterThan(10);
});

test('[Q1] an emptied amount and note are removed', async () => {
  await edit('Eggs free range');
  await field('Amount').fill('');
  await field('Note').fill('');
  await button('Save').click();
  await expect.element(itemBox('Eggs')).toHaveFocus();
  await expect.element(button('12, Eggs')).not.toBeInTheDocument();
});

test('[Q2] an amount and a note in a new name fill the empty fields, as in the add field; known names stay names', async () => {
  await edit('Milk');
  await field('Name').fill('tomato sauce 3 (for pizza)');
  await button('Save').click();
  await expect.element(button('3, Tomato Sauce')).toBeVisible();
  await expect.element(page.getByText('for pizza', { exact: true })).toBeVisible();
  await edit('Bread');
  await field('Name').fill('7 Up');
  await button('Save').click();
  await expect.element(itemBox('7 Up')).toBeVisible();
});

test('[Q2] if the amount field is filled, or was emptied, a new name is taken literally', async () => {
  await edit('Eggs free range');
  await field('Name').fill('500 g flour');
  await button('Save').click();
  await expect.element(button('12, 500 g flour')).toBeVisible();
  await edit('500 g flour free range');
  await field('Name').fill('2 kg flour');
  await field('Amount').fill('');
  await button('Save').click();
  await expect.element(itemBox('2 kg flour free range')).toBeVisible();
  await expect.element(button('12, 2 kg flour')).not.toBeInTheDocument();
});

test('[L9] [L10] a blank, too long or taken name is refused at its field, until it changes', async () => {
  await edit('Milk');
  await field('Name').fill('  ');
  await expect.element(button('Save')).toBeDisabled();
  await field('Name').fill('m'.repeat(201));
  await button('Save').click();
  await expect
    .element(field('Name'))
    .toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await field('Name').fill('BUTTER');
  await expect.element(field('Name')).toHaveAccessibleDescription('');
  await button('Save').click();
  await expect.element(field('Name')).toHaveAccessibleDescription('Butter is already on the list, in Dairy');
});

test('[L9] [Q3] [D4] a name that is on the list can be merged: amounts add up, notes stay, in one step', async () => {
  await showList({
    ...GROCERIES,
    items: [
      itemRow('tomatoes', { name: 'Tomatoes', amount: 500, unit: 'g', note: 'ripe' }),
      itemRow('tomatos', { name: 'tomatos', amount: 1, unit: 'kg', note: 'red' }),
    ],
  });
  await edit('tomatos red');
  await field('Name').fill('tomatoes');
  await press('{Enter}');
  await expect.element(field('Name')).toHaveAccessibleDescription('Tomatoes is already on the list, in Dairy');
  await expect.element(announced('Merge items')).toBeVisible();
  await field('Name').fill('tomatoe');
  await expect.element(button('Merge items')).not.toBeInTheDocument();
  await field('Name').fill('tomatoes');
  await button('Merge items').click();
  await expect.element(dialog('Edit Item')).not.toBeInTheDocument();
  await expect.element(button('1.5 kg, Tomatoes')).toBeVisible();
  await expect.element(itemBox('Tomatoes ripe, red')).toHaveFocus();
  await expect.element(itemBox('tomatos red')).not.toBeInTheDocument();
  await expect.element(announced('Merged with Tomatoes, now 1.5 kg, with the note “ripe, red”')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('500 g, Tomatoes')).toBeVisible();
  await expect.element(button('1 kg, tomatos')).toBeVisible();
});

test('[L9] [Q3] if amounts of merged items do not add up, the toast offers the other one', async () => {
  await edit('Milk');
  await field('Name').fill('eggs');
  await field('Amount').fill('2');
  await select('Unit').selectOptions('kg');
  await button('Save').click();
  await button('Merge items').click();
  await expect.element(announced('Merged with Eggs. The amount is still 12')).toBeVisible();
  await button('Change to 2 kg: Merged with Eggs. The amount is still 12').click();
  await expect.element(button('2 kg, Eggs')).toBeVisible();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
});

const IN_OTHER = {
  ...GROCERIES,
  categories: [categoryRow('dairy', { name: 'Dairy' }), categoryRow('other', { name: 'Other' })],
  items: [
    itemRow('bread', { name: 'Bread', category: 'dairy', checked: true }),
    itemRow('bred', { name: 'bred', category: 'other' }),
  ],
};

test('[L8] a typo in Other teaches nothing: the corrected item goes to the category of its new name, unless one is chosen', async () => {
  await showList({ ...IN_OTHER, items: [itemRow('bred', { name: 'bred', category: 'other' })] });
  const category = select('Category', dialog('Edit Item'));
  await edit('bred');
  await field('Name').fill('Bread');
  await expect.element(category).toHaveDisplayValue('Bakery');
  await button('Save').click();
  await expect.element(categoryButton('Bakery (0/1)')).toBeVisible();
  await addItem('rye bread');
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await button('Undo').click();
  await button('Undo').click();
  await edit('bred');
  await field('Name').fill('Cheese');
  await expect.element(category).toHaveDisplayValue('Dairy');
  await category.selectOptions('Other');
  await field('Name').fill('Bread');
  await button('Save').click();
  await expect.element(categoryButton('Other (0/1)')).toBeVisible();
});

test('[L9] [Q3] a corrected name that another category has can be merged, and the message says what was checked', async () => {
  await showList(IN_OTHER);
  await edit('bred');
  await field('Name').fill('Bread');
  await button('Save').click();
  await expect
    .element(field('Name'))
    .toHaveAccessibleDescription('Bread is already on the list, in Dairy. To keep both, save again.');
  await button('Merge items').click();
  await expect.element(announced('Merged with Bread, which was checked and is now back on the list')).toBeVisible();
  await expect.element(itemBox('bred')).not.toBeInTheDocument();
  await expect.element(itemBox('Bread')).not.toBeChecked();
});

test('[L9] a second Save keeps both items', async () => {
  await showList(IN_OTHER);
  await edit('bred');
  await field('Name').fill('Bread');
  await button('Save').click();
  await expect.element(button('Merge items')).toBeVisible();
  await button('Save').click();
  await expect.element(dialog('Edit Item')).not.toBeInTheDocument();
  expect(itemBox('Bread').elements().length).toBe(2);
});

test('[Q1] an amount that is not a number and a note that is too long are refused at their fields', async () => {
  await edit('Milk');
  await field('Amount').fill('some');
  await field('Note').fill('n'.repeat(201));
  await button('Save').click();
  await expect.element(field('Amount')).toHaveAccessibleDescription('Enter an amount such as 2 or 1.5');
  await expect
    .element(field('Note'))
    .toHaveAccessibleDescription('That note is too long. Use 200 characters or fewer.');
  await field('Amount').fill('2');
  await expect.element(field('Amount')).toHaveAccessibleDescription('');
  await field('Note').fill('fresh');
  await button('Save').click();
  await expect.element(button('2, Milk')).toBeVisible();
});

test('[Q1] a unit without an amount is not dropped silently, and deleting an amount deletes its unit', async () => {
  await edit('Milk');
  await select('Unit').selectOptions('l');
  await button('Save').click();
  await expect.element(field('Amount')).toHaveAccessibleDescription('Enter an amount such as 2 or 1.5');
  await field('Amount').fill('2');
  await button('Save').click();
  await expect.element(button('2 l, Milk')).toBeVisible();
  await edit('Milk');
  await field('Amount').fill('');
  await button('Save').click();
  await expect.element(button('2 l, Milk')).not.toBeInTheDocument();
});

test('[Q1] an amount and a unit of another client stay as they are unless they are changed', async () => {
  const items = [{ ...(GROCERIES.items?.[3] ?? { id: 'milk', name: 'Milk', category: 'dairy', checked: false }) }];
  await showList({ ...GROCERIES, items: items.map((item) => ({ ...item, amount: 0.0004, unit: 'crate' })) });
  await edit('Milk');
  await expect.element(select('Unit')).toHaveDisplayValue('crate');
  await field('Note').fill('cold');
  await button('Save').click();
  await expect.element(button('0.0004 crate, Milk')).toBeVisible();
});

test('[Q6] without a place for amounts and notes on the server, the dialog does not offer them', async () => {
  await showList(GROCERIES, { offersDetail: () => false });
  await edit('Milk');
  await expect.element(field('Amount')).not.toBeInTheDocument();
  await expect.element(field('Note')).not.toBeInTheDocument();
  await press('{Escape}');
  await edit('Eggs free range');
  await expect.element(field('Amount')).toHaveValue('12');
  await expect.element(field('Note')).toHaveValue('free range');
});

test('[D4] Delete in the dialog deletes the item with Undo, and the focus moves to the next row', async () => {
  await edit('Butter');
  await button('Delete', dialog('Edit Item')).click();
  await expect.element(itemBox('Butter')).not.toBeInTheDocument();
  await expect.element(itemBox('Eggs free range')).toHaveFocus();
  await button('Undo: Butter deleted').click();
  await expect.element(itemBox('Butter')).toBeVisible();
});

test('[U1] saving without a change adds no undo step and shows no toast', async () => {
  await edit('Milk');
  await button('Save').click();
  await expect.element(itemBox('Milk')).toHaveFocus();
  await expect.element(button('Undo')).toBeDisabled();
  await expect.element(announced('Milk')).not.toBeInTheDocument();
});

test('[Y1] what another member changes while the dialog is open stays, unless the shopper changes it, too', async () => {
  const { receive } = await showShared();
  await edit('Milk');
  await receive({ items: [itemRow('milk', { name: 'Oat milk', category: 'bakery' })] });
  await field('Amount').fill('2');
  await button('Save').click();
  await expect.element(button('2, Oat milk')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();

  await edit('Oat milk');
  await receive({ items: [itemRow('milk', { name: 'Rice milk', category: 'bakery', amount: 2 })] });
  await field('Name').fill('Soy milk');
  await button('Save').click();
  await expect.element(button('2, Soy milk')).toBeVisible();
});

test('[Y1] what another member changes in a category while its dialog is open stays', async () => {
  const { receive, store } = await showShared();
  await button('Edit category Dairy').click();
  await expect.element(dialog('Edit Category')).toBeVisible();
  await receive({ categories: [categoryRow('dairy', { name: 'Chilled', color: '#8b5cf6' })] });
  await field('Category name').fill('Cold');
  await button('Save').click();
  await expect.element(categoryButton('Cold (0/3)')).toBeVisible();
  expect(store.list.categories.get('dairy')?.color).toBe('#8b5cf6');

  await button('Edit category Bakery').click();
  await expect.element(dialog('Edit Category')).toBeVisible();
  await receive({ categories: [categoryRow('bakery', { name: 'Baker' })] });
  await page.getByRole('radio', { name: 'Pink' }).click();
  await button('Save').click();
  await expect.element(categoryButton('Baker (0/1)')).toBeVisible();
  expect(store.list.categories.get('bakery')?.color).toBe('#ec4899');
});

test('[O3] before a category is deleted in its dialog, the question counts its items for other stores', async () => {
  const items = ['Milk', 'Feta'].map((name) => itemRow(name, { name, store: name === 'Feta' ? 'market' : 'aldi' }));
  const open = await openInMemory({ ...GROCERIES, items });
  for (const id of ['aldi', 'market']) open.store.applyChange({ type: 'add-store', id, name: id });
  open.collapse.chooseStore('aldi');
  await showList({}, { openList: () => Promise.resolve(open) });
  await button('Edit category Dairy').click();
  await button('Delete', dialog('Edit Category')).click();
  await expect
    .element(dialog('Delete Categories'))
    .toHaveTextContent('all its items? That includes 1 item for other stores.');
});
