/** Printing, and reduced motion. */
import { expect, test } from '@playwright/test';
import { adderField, button, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readPdf, type TextStart } from '#e2e/checks/read-pdf.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L12] [D4] the print has the list’s name and all unticked items, also of collapsed categories, and no controls', async ({
  page,
}) => {
  await itemBox(page, 'Milk').check();
  await groupButton(page, 'Deli').click();
  for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await itemBox(page, name).check();
  await button(page, 'Delete Bread').click();
  await button(page, 'Select').click();
  await page.emulateMedia({ media: 'print' });
  await expect(listHeading(page)).toBeVisible();
  for (const name of ['Eggs', 'Apples', 'Hummus', 'Salami']) {
    await expect(page.getByText(name, { exact: true }), name).toBeVisible();
  }
  for (const name of ['Milk', 'Vitamins', 'Pharmacy']) {
    await expect(page.getByText(name, { exact: true }).filter({ visible: true }), name).toHaveCount(0);
  }
  await expect(adderField(page)).toBeHidden();
  await expect(page.getByText('Connected', { exact: true })).toBeHidden();
  await expect(page.getByText('Bread deleted')).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  for (const name of ['Menu', 'Undo', 'Save List', 'Add Item', 'Done', 'Select All', 'Delete (0)', 'Delete Eggs']) {
    await expect(button(page, name), name).toBeHidden();
  }
  await expect(page.getByRole('checkbox', { name: 'Select Bakery' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(groupButton(page, 'Deli')).toHaveAttribute('aria-expanded', 'false');
});

for (const { format, columns } of [
  { format: 'portrait', columns: 2 },
  { format: 'landscape', columns: 3 },
] as const) {
  test(`129 items fit on two A4 pages in ${format}, in ${columns} columns without gaps, and no category name ends a column`, async ({
    page,
  }) => {
    await itemBox(page, 'Milk').check();
    const pages = readPdf(await page.pdf({ format: 'A4', landscape: format === 'landscape' }));
    expect(pages).toHaveLength(2);
    for (const [at, starts] of pages.entries()) {
      // The list's name, its count and the date are above the columns of the first page.
      const inColumns = groupByColumn(at === 0 ? starts.slice(3) : starts);
      expect(inColumns).toHaveLength(columns);
      for (const column of inColumns) {
        const lines = column.toSorted((one, other) => one.y - other.y);
        const left = Math.min(...lines.map(({ x }) => x));
        const gaps = lines.slice(1).map(({ y }, line) => y - (lines[line]?.y ?? 0));
        expect(Math.max(...gaps)).toBeLessThan(40);
        expect(lines.at(-1)?.x).toBeGreaterThan(left + 10);
      }
    }
  });
}

test('the print has today’s date at the top', async ({ page }) => {
  const today = await page.evaluate(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(new Date()));
  await expect(page.getByText(today)).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(today)).toBeVisible();
});

test('[D3] with reduced motion nothing on the screen is animated', async ({ page }) => {
  const moving = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .flatMap(({ element, style }) =>
          [style.transitionDuration, style.animationDuration]
            .filter((duration) => /[1-9]/.test(duration))
            .map((duration) => `${element.tagName}.${element.className} ${duration}`),
        ),
    );
  expect(await moving()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await itemBox(page, 'Milk').check();
  await button(page, 'Delete Bread').click();
  expect(await moving()).toEqual([]);
  await button(page, 'Menu').click();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await pressInMenu(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(await moving()).toEqual([]);
});

/** Category names are at the left edge of their column, item names slightly to the right. */
function groupByColumn(starts: readonly TextStart[]): readonly (readonly TextStart[])[] {
  const columns: TextStart[][] = [];
  for (const start of starts.toSorted((one, other) => one.x - other.x)) {
    const column = columns.at(-1);
    if (column === undefined || start.x - (column[0]?.x ?? 0) > 100) columns.push([start]);
    else column.push(start);
  }
  return columns;
}
