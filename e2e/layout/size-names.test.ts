/** Names of every script and length, and very long saved lists. */
import { expect, test } from '@playwright/test';
import { button, dialog } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { findOverflow } from '#e2e/checks/shape.ts';

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

test('[L10] long, right-to-left, Chinese, Japanese and emoji names can be added, ticked and stored, and fit the page', async ({
  page,
}) => {
  await enterDemo(page);
  for (const name of NAMES) {
    await addItem(page, name, 'Bakery');
    await expect(itemBox(page, name)).toBeAttached();
  }
  expect(await findOverflow(page)).toEqual([]);
  for (const name of NAMES) await row(page, name).click();
  await expect(listHeading(page)).toContainText(`(${NAMES.length}/`);
  await page.reload();
  for (const name of NAMES) await expect(itemBox(page, name)).toBeChecked();
  // The tooltip has the whole name.
  await expect(row(page, NAMES[0] ?? '').getByTitle(NAMES[0] ?? '')).toBeAttached();
});

test('[L10] a name that is one letter too long is refused with a message, and the text stays', async ({ page }) => {
  await enterDemo(page);
  await addItem(page, 'x'.repeat(201), 'Bakery');
  await expect(page.getByText('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Add shopping item' })).toHaveValue('x'.repeat(201));
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[S2] ten saved lists of two thousand items are shown, loaded and undone', async ({ page }) => {
  await enterDemo(page);
  const savedLists = Array.from({ length: 10 }, (_, list) => ({
    id: `s${list}`,
    name: `Big ${list}`,
    createdAt: `2026-01-${list + 10}T10:00:00.000Z`,
    items: Array.from({ length: 2000 }, (_item, at) => ({
      id: `${list}-${at}`,
      name: `Thing ${at}`,
      category: 'c',
      checked: at % 2 === 0,
    })),
  }));
  await importFile(page, {
    text: listFileText({ listName: 'Small', categories: [{ id: 'c', name: 'All' }], savedLists }),
  });
  await expect(listHeading(page)).toHaveText('Small (0/0 items)');
  await button(page, 'Load Saved List').click();
  await expect(dialog(page, 'Saved Lists').getByText('2000 items')).toHaveCount(10);
  await button(page, 'Load Big 3').click();
  await expect(listHeading(page)).toHaveText('Big 3 (1000/2000 items)');
  await page.reload();
  await expect(listHeading(page)).toHaveText('Big 3 (1000/2000 items)');
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('Small (0/0 items)');
});
