/** Names of every script and length, and very long saved lists. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import { findOverflow } from '#web/testing/faults.ts';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import { addItem, announced, button, dialog, importList, itemBox, listHeading, row } from '#web/testing/steps.ts';

const NAMES = [
  'x'.repeat(200),
  `${'Wholegrain spelt '.repeat(11)}bread`,
  'حليب طازج كامل الدسم',
  'גבינה צהובה 28%',
  '有機豆腐と新鮮な牛乳',
  '👨‍👩‍👧‍👦🥑🍞🧀😀',
  'Milk חלב 牛奶 حليب 🥛',
  '<b>&amp; "quoted" \\ \'single\'</b>',
  'Ünïcödé ẞtraße',
];

test('[L10] long, right-to-left, Chinese, Japanese and emoji names can be added, ticked and stored, and fit the page', async () => {
  await showDemo();
  for (const name of NAMES) {
    await addItem(name, 'Bakery');
    await expect.element(itemBox(name)).toBeInTheDocument();
  }
  expect(findOverflow()).toEqual([]);
  for (const name of NAMES) await row(name).click();
  await expect.element(listHeading()).toHaveTextContent(`(${NAMES.length}/`);
  await restartDemo();
  for (const name of NAMES) await expect.element(itemBox(name)).toBeChecked();
  // The tooltip has the whole name.
  await expect.element(row(NAMES[0] ?? '').getByTitle(NAMES[0] ?? '')).toBeInTheDocument();
});

test('[L10] a name that is one letter too long is refused with a message, and the text stays', async () => {
  await showDemo();
  await addItem('x'.repeat(201), 'Bakery');
  await expect.element(page.getByText('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Add shopping item' })).toHaveValue('x'.repeat(201));
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});

test('[S2] ten saved lists of two thousand items are shown, loaded and undone', async () => {
  await showDemo();
  const savedLists = Array.from({ length: 10 }, (_, list) => ({
    id: `s${list}`,
    name: `Big ${list}`,
    createdAt: `2026-01-${list + 10}T10:00:00.000Z`,
    items: Array.from({ length: 2000 }, (_item, at) =>
      itemRow(`${list}-${at}`, { name: `Thing ${at}`, category: 'c', checked: at % 2 === 0 }),
    ),
  }));
  await importList({ listName: 'Small', items: [], categories: [{ id: 'c', name: 'All' }], savedLists });
  await expect.element(listHeading()).toHaveTextContent('Small (0/0 items)');
  await button('Load Saved List').click();
  await expect.element(dialog('Saved Lists').getByText('2000 items')).toHaveLength(10);
  await button('Load Big 3').click();
  await expect.element(listHeading()).toHaveTextContent('Big 3 (1000/2000 items)');
  await restartDemo();
  await expect.element(listHeading()).toHaveTextContent('Big 3 (1000/2000 items)');
  await button('Undo').click();
  await expect.element(listHeading()).toHaveTextContent('Small (0/0 items)');
});

test('[O2] importing a list file with more stores than a list can have says how many were left out', async () => {
  await showDemo();
  const stores = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`s${at}`, `Store ${at}`]));
  await importList({ listName: 'Mall', items: [], categories: [], savedLists: [], stores });
  await expect.element(listHeading()).toHaveTextContent('Mall (0/0 items)');
  await expect
    .element(announced('0 items imported. 2 stores were left out: a list can have up to 20'))
    .toBeInTheDocument();
});
