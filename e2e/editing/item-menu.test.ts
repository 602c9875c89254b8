/** The menu of an item, and the hint about it. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { adderField, button } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox } from '#e2e/steps/enter-demo.ts';
import { boxOf } from '#e2e/steps/touch.ts';

const entry = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });

/** Screen readers announce changes of a status. */
const hintOf = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Press the end of a name to edit or move the item' });

const openMenu = (page: Page, item: string): Promise<void> => button(page, `More actions for ${item}`).click();

test('[D4] a menu that is closed and reopened at once focuses its first entry', async ({ page }) => {
  await enterDemo(page);
  const more = button(page, 'More actions for Bagels');
  await more.press('Enter');
  await expect(entry(page, 'Edit')).toBeFocused();
  // In one task, so that the browser has not reported the closed menu yet.
  await more.evaluate((opener: HTMLButtonElement) => {
    document.querySelector<HTMLElement>('[role="menu"]')?.hidePopover();
    opener.click();
  });
  await expect(entry(page, 'Edit')).toBeFocused();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Bagels')).toHaveCount(0);
});

test('[L7] a second press on the button closes the menu, even right after the first', async ({ page }) => {
  await enterDemo(page);
  const more = button(page, 'More actions for Bagels');
  await more.evaluate(async (opener: HTMLButtonElement) => {
    for (const isOpen of [true, false]) {
      opener.click();
      // The app opens the menu in a microtask. Events of the browser follow only after this task.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      if ((document.querySelector('[role="menu"]:popover-open') !== null) !== isOpen) throw new Error(`${isOpen}`);
    }
  });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('[L7] the menu keeps its distance from the edges of the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enterDemo(page);
  await openMenu(page, 'Bagels');
  for (const name of ['Edit', 'Baking Supplies']) {
    await expect(entry(page, name)).toBeVisible();
    const { x, y, width, height } = await boxOf(page.getByRole('menu'));
    expect(x).toBeGreaterThanOrEqual(8);
    expect(x + width).toBeLessThanOrEqual(312);
    expect(y + height).toBeLessThanOrEqual(632);
    if (name === 'Edit') await entry(page, 'Move').click();
  }
});

test('[D4] a letter moves to the next category that begins with it', async ({ page }) => {
  await enterDemo(page);
  await openMenu(page, 'Milk');
  await entry(page, 'Move').press('m');
  await expect(entry(page, 'Move')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Bakery')).toBeFocused();
  for (const name of ['Canned Goods', 'Condiments & Sauces', 'Canned Goods']) {
    await page.keyboard.press('c');
    await expect(entry(page, name)).toBeFocused();
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(entry(page, 'Bakery')).toBeFocused();
});

test('[D4] if a press does not focus the button, as in WebKit, Escape moves the focus from the menu to the button', async ({
  page,
}) => {
  await enterDemo(page);
  await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
  await openMenu(page, 'Bagels');
  await expect(entry(page, 'Edit')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'More actions for Bagels')).toBeFocused();
});

test.describe('on a new device', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('[L7] a hint explains once how to edit and move an item, without moving rows or covering the add bar', async ({
    page,
  }) => {
    const hint = hintOf(page);
    await enterDemo(page);
    await expect(hint).toBeVisible();
    const { y, height } = await boxOf(hint);
    const bar = await boxOf(page.getByRole('form', { name: 'Add an item' }));
    expect(y + height <= bar.y || y >= bar.y + bar.height).toBe(true);
    const before = await boxOf(itemBox(page, 'Bagels'));
    await button(page, 'Got it').click();
    await expect(hint).toHaveCount(0);
    expect(await boxOf(itemBox(page, 'Bagels'))).toEqual(before);
    await page.reload();
    await expect(adderField(page)).toBeVisible();
    await expect(hint).toHaveCount(0);
  });

  test('[L7] the hint disappears when a menu opens', async ({ page }) => {
    const hint = hintOf(page);
    await enterDemo(page);
    await expect(hint).toBeVisible();
    await openMenu(page, 'Bagels');
    await expect(entry(page, 'Edit')).toBeVisible();
    await expect(hint).toHaveCount(0);
  });

  test('[L7] the hint is hidden while the user types and when it would cover the focus', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await enterDemo(page);
    await expect(hintOf(page)).toBeVisible();
    await adderField(page).fill('b');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expect(hintOf(page)).toBeHidden();
    await adderField(page).fill('');
    await groupButton(page, 'Bakery').focus();
    await expect(hintOf(page)).toBeVisible();

    const { y, height } = await boxOf(hintOf(page));
    const below = itemBox(page, 'Flour');
    await below.evaluate(
      (box, middle) => window.scrollBy({ top: box.getBoundingClientRect().top - middle, behavior: 'instant' }),
      y + height / 2 - 11,
    );
    await expect(hintOf(page)).toBeVisible();
    await below.evaluate((box) => box instanceof HTMLElement && box.focus({ preventScroll: true }));
    await expect(hintOf(page)).toBeHidden();
    await page.keyboard.press('Home');
    await expect(hintOf(page)).toBeVisible();
  });
});
