/** Finding an item of a long list, and collapsing all categories, in a real browser. */
import { expect, test } from 'vitest';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, categoryButton, dialog, field, itemBox, press, pressInMenu } from '#web/testing/steps.ts';

const LONG = {
  categories: [categoryRow('dairy', { name: 'Dairy' }), categoryRow('bakery', { name: 'Bakery' })],
  items: [
    ...Array.from({ length: 60 }, (_, at) => itemRow(`i${at}`, { name: `Thing ${at}` })),
    itemRow('bread', { name: 'Rye bread', category: 'bakery', note: 'sliced' }),
  ],
};

test('[L11] Find in list shows the row of an item, in a collapsed category too, and focuses it', async () => {
  await showList(LONG);
  await categoryButton('Bakery (0/1)').click();
  await pressInMenu('Find in list');
  await field('Name or note', dialog('Find in List')).fill('slice');
  await press('{Enter}');
  await expect.element(itemBox('Rye bread sliced')).toHaveFocus();
  await expect.element(itemBox('Rye bread sliced')).toBeInViewport();
  await pressInMenu('Find in list');
  await field('Name or note', dialog('Find in List')).fill('thing 59');
  await dialog('Find in List')
    .getByRole('button', { name: /^Thing 59/ })
    .click();
  await expect.element(itemBox('Thing 59')).toBeInViewport();
});

test('[L11] Find in list shows the first fifty results, and says how many there are', async () => {
  await showList(LONG);
  await pressInMenu('Find in list');
  const find = dialog('Find in List');
  await field('Name or note', find).fill('thing');
  await expect.element(announced('60 items found')).toBeInTheDocument();
  await expect.element(find.getByRole('listitem')).toHaveLength(50);
  await expect.element(find.getByText('10 more. Keep typing to narrow the results.')).toBeVisible();
  await field('Name or note', find).fill('thing 1');
  await expect.element(find.getByRole('listitem')).toHaveLength(11);
  await expect.element(find.getByText(/ more\./u)).not.toBeInTheDocument();
});

test('[L11] [L14] in Shop mode, Find in list says that an item is in the basket, whose rows are collapsed', async () => {
  await showList({ ...LONG, items: LONG.items.map((row) => ({ ...row, checked: row.id === 'bread' })) });
  await button('Shop mode').click();
  await pressInMenu('Find in list');
  await field('Name or note', dialog('Find in List')).fill('rye');
  await press('{Enter}');
  await expect.element(announced('Rye bread is in the basket')).toBeVisible();
});

test('[L11] a short list has no Find in list', async () => {
  await showList(GROCERIES);
  await button('Menu').click();
  await expect.element(button('Collapse all')).toBeVisible();
  await expect.element(button('Find in list')).not.toBeInTheDocument();
});

test('[L11] Collapse all collapses every category, and Expand all expands them again', async () => {
  await showList(GROCERIES);
  await pressInMenu('Collapse all');
  await expect.element(categoryButton('Dairy (0/3)')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(categoryButton('Bakery (0/1)')).toHaveAttribute('aria-expanded', 'false');
  await pressInMenu('Expand all');
  await expect.element(itemBox('Milk')).toBeVisible();
});
