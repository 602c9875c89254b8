/** The narrowest phone and text at 200 %: nothing scrolls sideways, and no control is cut off or covered. */
import { expect, test, type Page } from '@playwright/test';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { boxOf } from '#e2e/steps/touch.ts';
import { doubleText, findOverflow, findUnusable } from '#e2e/checks/shape.ts';

type Shape = { readonly name: string; readonly width: number; readonly take: (page: Page) => Promise<void> };

const SHAPES: readonly Shape[] = [
  { name: '320 px wide', width: 320, take: () => Promise.resolve() },
  { name: 'text at 200 %', width: 390, take: doubleText },
  {
    name: 'right to left',
    width: 390,
    take: (page) => page.evaluate(() => void (document.documentElement.dir = 'rtl')),
  },
];

for (const shape of SHAPES) {
  test(`[D3] ${shape.name}: the signed-out screens cut nothing off`, async ({ page }) => {
    await page.setViewportSize({ width: shape.width, height: 700 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await shape.take(page);
    await expectAllUsable(page);
    await button(page, "Don't have an account? Sign up").click();
    await expectAllUsable(page);
    await button(page, 'Already have an account? Sign in').click();
    await button(page, 'Forgot password?').click();
    await expectAllUsable(page);
  });

  test(`[D3] ${shape.name}: the list cuts nothing off`, async ({ page }) => {
    await page.setViewportSize({ width: shape.width, height: 700 });
    await enterDemo(page);
    await expect(itemBox(page, 'Milk')).toBeAttached();
    await addItem(page, 'Averylongnamewithoutanyplacewhereonecouldbreakit'.repeat(3), 'Bakery');
    // The add bar names the added item for ten seconds.
    await expect(page.getByText(/ added to /u)).toHaveCount(0, { timeout: 15_000 });
    await shape.take(page);
    await expectAllUsable(page);
    await button(page, 'Select').click();
    expect(await findOverflow(page)).toEqual([]);
    await button(page, 'Select All').click();
    await expect(button(page, 'Delete (23)')).toBeInViewport({ ratio: 0.95 });
    expect(await findOverflow(page)).toEqual([]);
  });

  test(`[D3] ${shape.name}: the dialogs, the menu and shop mode cut nothing off`, async ({ page }) => {
    await page.setViewportSize({ width: shape.width, height: 700 });
    await enterDemo(page);
    await shape.take(page);
    for (const [opener, title] of [
      ['Save List', 'Save List'],
      ['Load Saved List', 'Saved Lists'],
      ['Add Category', 'Add New Category'],
      ['Create New Empty List', 'Create New Empty List'],
      ['Restore Default List', 'Restore Default List'],
    ] as const) {
      await button(page, opener).click();
      await expectDialogUsable(page, title);
    }
    for (const [entry, title] of [
      ['Account', 'Account'],
      ['Add to Homescreen', 'Add to Homescreen'],
    ] as const) {
      await pressInMenu(page, entry);
      await expectDialogUsable(page, title);
    }
    await button(page, 'Menu').click();
    await button(page, 'Logout').evaluate((entry) => entry.scrollIntoView());
    await expect(button(page, 'Logout')).toBeInViewport({ ratio: 0.95 });
    expect(await findOverflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await button(page, 'Shop mode').click();
    await expect(button(page, 'Done')).toBeInViewport({ ratio: 0.95 });
    expect(await findOverflow(page)).toEqual([]);
  });
}

test('[D3] the add bar never covers the last row', async ({ page }) => {
  await enterDemo(page);
  const last = page.getByRole('listitem').last();
  await expect(itemBox(page, 'Milk')).toBeAttached();
  await last.evaluate((row) => row.scrollIntoView({ block: 'end' }));
  await expect(last).toBeInViewport({ ratio: 0.95 });
  // Press its position: an element that covers it would receive the press.
  const { x, y, width, height } = await boxOf(last);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(listHeading(page)).toContainText('(1/130 items)');
});

async function expectAllUsable(page: Page): Promise<void> {
  expect(await findOverflow(page)).toEqual([]);
  expect(await findUnusable(page)).toEqual([]);
}

async function expectDialogUsable(page: Page, title: string): Promise<void> {
  await expect(dialog(page, title)).toBeVisible();
  await expectAllUsable(page);
  await button(dialog(page, title), 'Close').first().click();
  await expect(dialog(page, title)).toBeHidden();
}
