/** Using the app by keyboard only (product D4). */
import { expect, test, type Page } from '@playwright/test';
import { adderField, button, dialog, field } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { categorySelect, row } from '#e2e/steps/list.ts';
import { TICK } from '#web/ui/marks.ts';

/** Presses Tab until a control has the focus, within the given number of presses. */
async function tabTo(page: Page, name: RegExp, presses = 60): Promise<void> {
  for (let pressed = 0; pressed < presses; pressed += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await nameOfFocused(page))) return;
  }
  throw new Error(`Tab does not lead to ${name.source} within ${presses} presses`);
}

const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return '';
    const label =
      focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement ? focused.labels?.[0] : null;
    return (focused.ariaLabel ?? label?.textContent ?? focused.textContent).trim();
  });

test('[D4] a whole shop works by keyboard alone, from sign-in to an empty list', async ({ page }) => {
  await page.goto('/');
  await expect(button(page, 'Try Demo')).toBeVisible();
  await tabTo(page, /^Try Demo$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Open demo')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(button(page, 'Create New Empty List')).toBeVisible();

  await tabTo(page, /^Create New Empty List$/);
  await page.keyboard.press('Space');
  await expect(dialog(page, 'Create New Empty List')).toBeVisible();
  await tabTo(page, /^Create$/, 5);
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
  // An empty list focuses the add field.
  await expect(adderField(page)).toBeFocused();
  for (const name of ['Milk', 'Eggs', 'Bread']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(adderField(page)).toHaveValue('');
  }
  await page.keyboard.type('Candles');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(categorySelect(page)).toBeFocused();
  await page.keyboard.type('Household');
  await expect(categorySelect(page).locator('option:checked')).toHaveText('Household');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Add Item')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toHaveText('New List (0/4 items)');

  await tabTo(page, /^Bread$/);
  await page.keyboard.press('Space');
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(groupButton(page, 'Bakery')).toHaveAttribute('aria-expanded', 'false');
  await expect(groupButton(page, 'Bakery')).toBeFocused();

  await tabTo(page, /^Eggs$/);
  await page.keyboard.press('ArrowDown');
  await expect(itemBox(page, 'Milk')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill('Oat milk');
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Oat milk')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(itemBox(page, 'Oat milk')).toHaveCount(0);
  await expect(itemBox(page, 'Candles')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(itemBox(page, 'Oat milk')).toBeChecked();
  await page.keyboard.press('Space');
  await expect(listHeading(page)).toHaveText('New List (3/4 items)');
});

test('[D4] [L6] the focus moves on when its element disappears by collapsing, clearing, undoing or in Shop mode', async ({
  page,
}) => {
  await enterDemo(page);
  for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await itemBox(page, name).press('Space');
  await expect(groupButton(page, 'Pharmacy')).toBeFocused();

  await adderField(page).fill('Aubergine');
  await page.keyboard.press('Escape');
  await categorySelect(page).selectOption({ label: 'Fruits & Vegetables' });
  await button(page, 'Add Item').click();
  await itemBox(page, 'Aubergine').focus();
  await page.keyboard.press('Control+z');
  await expect(itemBox(page, 'Aubergine')).toHaveCount(0);
  await expect(itemBox(page, 'Avocados')).toBeFocused();

  for (const name of ['Broccoli', 'Carrots', 'Bananas', 'Avocados']) {
    await itemBox(page, name).focus();
    await page.keyboard.press('Delete');
    await expect(page.locator(`${TICK}:focus`)).toHaveCount(1);
  }

  await button(page, 'Shop mode').press('Enter');
  await expect(button(page, 'Menu')).toBeFocused();
  await itemBox(page, 'Cod').press('Space');
  await expect(itemBox(page, 'Cod')).toHaveCount(0);
  await expect(itemBox(page, 'Crab')).toBeFocused();
  for (const name of ['Crab', 'Salmon', 'Shrimp', 'Tuna Steaks']) await itemBox(page, name).press('Space');
  await expect(groupButton(page, 'Seafood')).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('[D4] Tab stays inside a dialog, Escape closes it, and the focus returns to its opener', async ({ page }) => {
  await enterDemo(page);
  for (const [opener, title] of [
    ['Save List', 'Save List'],
    ['Load Saved List', 'Saved Lists'],
    ['Add Category', 'Add New Category'],
    ['Restore Default List', 'Restore Default List'],
  ] as const) {
    await button(page, opener).press('Enter');
    await expect(dialog(page, title)).toBeVisible();
    for (let pressed = 0; pressed < 8; pressed += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
      // After the last control, the focus is in the browser's interface.
      expect(['DIALOG', 'BODY'], `${title}, ${pressed}`).toContain(place);
      expect(await page.evaluate(() => document.activeElement?.closest('main, header.screen') === null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, opener)).toBeFocused();
  }
  await button(page, 'Menu').press('Enter');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Add several items')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Menu')).toBeFocused();
  await expect(button(page, 'Add several items')).toBeHidden();
});

test('[D4] a removed item passes on its own focus and takes it from no other element', async ({ page }) => {
  await enterDemo(page);
  await adderField(page).focus();
  await button(page, 'Delete Bagels').dispatchEvent('click');
  await expect(itemBox(page, 'Bagels')).toHaveCount(0);
  await expect(adderField(page)).toBeFocused();
  const next = page.locator(TICK).nth(1);
  await page.locator(TICK).first().focus();
  const name = await next.evaluate((box) => box.closest('label')?.textContent ?? '');
  await page.keyboard.press('Delete');
  await expect(itemBox(page, name)).toBeFocused();
});

test('[D4] if a press does not focus the button, as in WebKit, deleting moves a lost focus and keeps any other', async ({
  page,
}) => {
  await enterDemo(page);
  await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await row(page, 'Avocados').hover();
  await button(page, 'Delete Avocados').click();
  await expect(itemBox(page, 'Bananas')).toBeFocused();
  await adderField(page).focus();
  await row(page, 'Broccoli').hover();
  await button(page, 'Delete Broccoli').click();
  await expect(itemBox(page, 'Broccoli')).toHaveCount(0);
  await expect(adderField(page)).toBeFocused();
});

test('[D4] in Shop mode the arrow keys skip a block whose rows are all ticked', async ({ page }) => {
  await enterDemo(page);
  const nameOf = (at: number): string => `Thing ${String(at).padStart(3, '0')}`;
  const items = Array.from({ length: 130 }, (_, at) => ({
    id: `i${at}`,
    name: nameOf(at),
    category: at < 2 ? 'Alpha' : 'Beta',
    checked: at >= 2 && at < 110,
  }));
  const categories = ['Alpha', 'Beta'].map((name) => ({ id: name, name }));
  await importFile(page, { text: listFileText({ listName: 'Long', items, categories }) });
  await expect(dialog(page, 'Account')).toBeHidden();
  await button(page, 'Shop mode').click();
  await expect(itemBox(page, nameOf(2))).toHaveCount(0);
  await itemBox(page, nameOf(1)).focus();
  await page.keyboard.press('ArrowDown');
  await expect(itemBox(page, nameOf(110))).toBeFocused();
});
