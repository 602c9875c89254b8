/** Long names and right-to-left text never overflow the screen (product D3). */
import { expect, test, type Page } from '@playwright/test';
import { adderField, button, dialog, field, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { section } from '#e2e/steps/list.ts';
import { boxOf } from '#e2e/steps/touch.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(8).slice(0, 200);

async function expectNothingWider(page: Page, where: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), where).toBe(0);
}

/** Visits the list, Select mode, a dialog, the menu and the sign-in screen. */
async function lookAround(page: Page): Promise<void> {
  await expectNothingWider(page, 'list');
  await button(page, 'Select').click();
  await expectNothingWider(page, 'Select mode');
  await button(page, 'Delete All').click();
  await expect(button(dialog(page, 'Delete All Categories'), 'Cancel')).toBeInViewport();
  await expectNothingWider(page, 'dialog');
  await page.keyboard.press('Escape');
  await button(page, 'Done').click();
  await button(page, 'Menu').click();
  await expectNothingWider(page, 'menu');
  await page.keyboard.press('Escape');
  await button(page, 'Shop mode').click();
  await expectNothingWider(page, 'Shop mode');
  await button(page, 'Done').click();
  await button(page, 'Menu').click();
  await button(page, 'Logout').click();
  await expect(button(page, 'Sign In')).toBeVisible();
  await expectNothingWider(page, 'sign-in');
}

test.beforeEach(async ({ page }) => enterDemo(page));

test('[D3] from right to left the box is on the right, Delete on the left', async ({ page }) => {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const box = await boxOf(itemBox(page, 'Bagels'));
  const remove = await boxOf(button(page, 'Delete Bagels'));
  expect(remove.x).toBeLessThan(box.x);
  await lookAround(page);
});

test('[L10] [D3] names of 200 letters without a space fit for items, categories and the list, and the whole name is available', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await button(page, 'Add Category').click();
  await field(dialog(page, 'Add New Category'), 'Category name').fill(LONG);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await addItem(page, LONG, LONG);
  await expect(itemBox(page, LONG)).toBeVisible();
  await expect(page.getByTitle(LONG)).not.toHaveCount(0);
  await adderField(page).fill(LONG.slice(0, 40));
  await expectNothingWider(page, 'suggestions');
  await adderField(page).fill('');
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill(LONG);
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toContainText('(0/1 items)');
  await button(page, 'Load Saved List').click();
  await expect(button(dialog(page, 'Saved Lists'), `Load ${LONG}`)).toBeInViewport();
  await expectNothingWider(page, 'saved lists');
  await page.keyboard.press('Escape');
  await lookAround(page);
});

for (const { width, count } of [
  { width: 1024, count: 1 },
  { width: 1280, count: 2 },
  { width: 1680, count: 3 },
]) {
  test(`at ${width} px there are ${count} columns that end at similar heights, and ticking moves no category to another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect(itemBox(page, 'Bagels')).toBeVisible();
    const before = await readSections(page);
    const ends = new Map<number, number>();
    for (const { left, bottom } of before) ends.set(left, Math.max(bottom, ends.get(left) ?? 0));
    expect(ends.size).toBe(count);
    const tallest = Math.max(...before.map(({ height }) => height));
    expect(Math.max(...ends.values()) - Math.min(...ends.values())).toBeLessThanOrEqual(tallest);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad', 'Vitamins', 'Bandages', 'Pain Relievers']) {
      await itemBox(page, name).check();
    }
    await expect(groupButton(page, 'Pharmacy')).toHaveAttribute('aria-expanded', 'false');
    expect((await readSections(page)).map(({ left }) => left)).toEqual(before.map(({ left }) => left));
  });
}

test('item names and dividers align with category names', async ({ page }) => {
  const lefts = await section(page, 'Bakery').evaluate((element) => {
    const textLeft = (text: string): number => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) if (texts.currentNode.textContent === text) range.selectNodeContents(texts.currentNode);
      return range.getBoundingClientRect().left;
    };
    const row = element.querySelector('[role="listitem"]');
    const line = row && /([\d.]+)px/u.exec(getComputedStyle(row).borderImageSource)?.[1];
    const divider = row && row.getBoundingClientRect().left + Number(line);
    return [textLeft('Bakery'), textLeft('Bagels'), divider];
  });
  expect(lefts.map((left) => Math.round((left ?? 0) - (lefts[0] ?? 0)))).toEqual([0, 0, 0]);
});

const readSections = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .evaluateAll((sections) =>
      sections.map((part) => {
        const { left, bottom, height } = part.getBoundingClientRect();
        return { left, bottom, height };
      }),
    );
