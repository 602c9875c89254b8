/** Adding items: the form, refused names, existing items, and malicious names. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DEMO_USER } from '#core/account/user.ts';
import { marked } from '#web/ui/marks.ts';
import { openLists } from '#web/testing/lists-in-memory.ts';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  announced,
  button,
  categorySelect,
  chosenCategory,
  dialog,
  field,
  groupButton,
  itemBox,
  listHeading,
  press,
  pressAndConfirm,
  pressInMenu,
  pressOn,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[spec-2] [spec-5] [L13] the form has a text field, the categories by name and a button that requires a name', async () => {
  const options = categorySelect()
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
  expect(options[0]).toBe('Select a category');
  expect(options.at(-1)).toBe('+ Add new category');
  const names = options.slice(1, -1);
  expect(names).toHaveLength(23);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));

  const add = button('Add Item');
  await expect.element(add).toBeDisabled();
  await addField().fill('   ');
  await categorySelect().selectOptions('Bakery');
  await expect.element(add).toBeDisabled();
  await pressOn(addField(), '{Enter}');
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await addField().fill('Zwieback');
  await expect.element(add).toBeEnabled();
  await categorySelect().selectOptions('Select a category');
  await expect.element(add).toBeEnabled();
  expect(chosenCategory()).toContain('Misc');
});

test('[L8] a name of another list picks the category of that name here', async () => {
  const lists = await openLists(DEMO_USER.id);
  const namesExcept = () => Promise.resolve([{ name: 'Zibibbo', category: 'Bakery' }]);
  await restartDemo({ loadLists: () => Promise.resolve({ ...lists, namesExcept }) });
  await addField().fill('zibibbo');
  await expect.poll(chosenCategory).toContain('Bakery');
});

test('[spec-4] adding to a category that is not on the list puts it on the list', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await expect.element(page.getByText('No categories available. Add some categories to get started!')).toBeVisible();
  await expect.element(addField()).toHaveFocus();
  await addItem('Milk');
  await expect.element(groupButton('Dairy & Eggs')).toHaveTextContent('(0/1)');
  await expect.element(listHeading()).toHaveTextContent('New List (0/1 items)');
  await expect.element(page.getByText('No categories available.')).not.toBeInTheDocument();
  await itemBox('Milk').click();
  await button('Clear checked').click();
  await expect.element(page.getByText('Your list is empty. What do you need?')).toBeVisible();
  await button('Add an item').click();
  await expect.element(addField()).toHaveFocus();
});

test('[L10] markup in a name is shown as text everywhere and never runs', async () => {
  const names = [
    '<script>window.harmed = 1</script>',
    '<img src=x onerror="window.harmed = 1">',
    '${alert(1)} {{7*7}}',
  ];
  for (const name of names) {
    await pressAndConfirm('Create New Empty List', 'Create');
    await button('Add Category').click();
    await field('Category name', dialog('Add New Category')).fill(name);
    await press('{Enter}');
    await addItem(name, name);
    await expect.element(itemBox(name)).toBeVisible();
    await expect.element(groupButton(name)).toHaveTextContent('(0/1)');
    await addField().fill(name.slice(0, 8));
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await expect.element(suggestions).toHaveTextContent(name);
    // They may lie over the row.
    await pressOn(addField(), '{Escape}');
    await expect.element(suggestions).not.toBeInTheDocument();
    await button(`Delete ${name}`).click();
    await expect.element(announced(`${name} deleted`)).toBeVisible();
    await button('Save List').click();
    await field('Name of the saved list', dialog('Save List')).fill(name);
    await press('{Enter}');
    await expect.element(dialog('Save List')).not.toBeInTheDocument();
  }
  await restartDemo();
  await expect.element(listHeading()).toBeVisible();
  await pressInMenu('Account');
  expect('harmed' in window).toBe(false);
  expect(document.querySelector('img[src="x"]')).toBe(null);
});

test('[L6] the status of the bar moves nothing in the list when it appears and disappears', async () => {
  const room = (): string => getComputedStyle(page.getByRole('main').element()).paddingBlockEnd;
  const heightOfStrip = (): number => document.querySelector(marked('strip'))?.clientHeight ?? -1;
  expect(heightOfStrip()).toBe(0);
  await addItem('Zwieback', 'Bakery');
  await expect.element(page.getByRole('status').filter({ hasText: 'Zwieback' })).toBeVisible();
  expect(heightOfStrip()).toBeGreaterThanOrEqual(43);
  const said = room();
  await addField().fill('Brioche');
  await expect.element(page.getByRole('status').filter({ hasText: 'Zwieback' })).not.toBeInTheDocument();
  expect(room()).toBe(said);
});
