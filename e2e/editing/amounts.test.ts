/** Amounts and notes: in the add bar, in rows and in the edit dialog. */
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { adderField, button, dialog, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';

test.beforeEach(async ({ page }) => {
  await enterDemo(page);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
});

test('[Q1] [Q2] the add bar shows what it understands, and the row shows name, amount and note', async ({ page }) => {
  await adderField(page).fill('2 l milk (lactose-free)');
  await expect(page.getByRole('status').filter({ hasText: 'milk · 2 l · Dairy & Eggs · lactose-free' })).toHaveCount(1);
  await adderField(page).press('Enter');
  await expect(adderField(page)).toHaveValue('');
  const milk = row(page, 'milk lactose-free');
  await expect(milk.getByText('milk', { exact: true })).toBeVisible();
  await expect(milk.getByText('lactose-free')).toBeVisible();
  await expect(milk.getByRole('button', { name: '2 l, milk' })).toHaveText('2 l');
});

test('[Q2] [D4] screen readers announce what is understood once the shopper stops typing, not with each key', async ({
  page,
}) => {
  await page.evaluate(() => {
    const heard: string[] = [];
    new MutationObserver(() => {
      const texts = Array.from(document.querySelectorAll('form [role="status"]'), ({ textContent }) => textContent);
      const text = texts.join('');
      if (text !== '' && text !== heard.at(-1)) heard.push(text);
      document.body.dataset['heard'] = heard.join(' / ');
    }).observe(document.querySelector('form') ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await adderField(page).pressSequentially('2 l milk', { delay: 20 });
  await expect(page.locator('body')).toHaveAttribute('data-heard', 'milk · 2 l · Dairy & Eggs');
});

test('[Q2] a button or Shift+Enter takes the text as the name', async ({ page }) => {
  await adderField(page).fill('2 milk');
  await button(page, 'Keep as typed').click();
  await expect(button(page, 'Keep as typed')).toBeHidden();
  await expect(adderField(page)).toBeFocused();
  await adderField(page).press('Enter');
  await expect(itemBox(page, '2 milk')).toBeVisible();
  await adderField(page).fill('3 milk');
  await adderField(page).press('Shift+Enter');
  await expect(itemBox(page, '3 milk')).toBeVisible();
});

test('[Q2] [L8] a suggestion keeps the amount and the note', async ({ page }) => {
  await adderField(page).fill('500 g flou (fine)');
  await page.getByRole('option', { name: 'Flour' }).first().click();
  await expect(row(page, 'Flour fine').getByRole('button', { name: '500 g, Flour' })).toBeVisible();
});

test('[Q3] amounts add up; if they cannot, the new one is offered; each is one undo step', async ({ page }) => {
  const add = async (text: string): Promise<void> => {
    await adderField(page).fill(text);
    await adderField(page).press('Enter');
  };
  await add('500 ml milk');
  await add('1 l milk');
  await expect(page.getByRole('button', { name: '1.5 l, milk' })).toBeVisible();
  await expect(listHeading(page)).toHaveText('New List (0/1 items)');
  await add('2 packs milk');
  await expect(page.getByText('milk is already on the list with 1.5 l')).toBeVisible();
  await button(page, 'Change to 2 packs').click();
  await expect(page.getByRole('button', { name: '2 packs, milk' })).toBeVisible();
  await adderField(page).blur();
  for (const amount of ['1.5 l, milk', '500 ml, milk']) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('button', { name: amount })).toBeVisible();
  }
  await itemBox(page, 'milk').check();
  await add('3 milk');
  await expect(itemBox(page, 'milk')).not.toBeChecked();
  await expect(page.getByRole('button', { name: '3, milk' })).toBeVisible();
});

test('[Q1] the edit dialog edits amount, unit and note, and refuses what is not a number', async ({ page }) => {
  await adderField(page).fill('milk');
  await adderField(page).press('Enter');
  await itemBox(page, 'milk').press('F2');
  const edit = dialog(page, 'Edit Item');
  await edit.getByLabel('Amount').fill('some');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Enter an amount such as 2 or 1.5')).toBeVisible();
  await edit.getByLabel('Amount').fill('1,5');
  await edit.getByLabel('Unit').selectOption('l');
  await edit.getByLabel('Note').fill('lactose-free');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'milk lactose-free').getByRole('button', { name: '1.5 l, milk' })).toBeVisible();
});

test('[Q1] the edit dialog keeps an amount and a unit of another client that it was not asked to change', async ({
  page,
}) => {
  const text = 'List\n\nPantry:\n- [ ] 0.0004 "crate" "Saffron"\n';
  await adderField(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await button(page, 'Add 1 item').click();
  await itemBox(page, 'Saffron').press('F2');
  await dialog(page, 'Edit Item').getByLabel('Note').fill('ground');
  await dialog(page, 'Edit Item').getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Saffron ground').getByRole('button', { name: '0.0004 crate, Saffron' })).toBeVisible();
});

test('[Q1] the amount in a row opens buttons for more and less, and each press is one undo step', async ({ page }) => {
  await adderField(page).fill('2 l milk');
  await adderField(page).press('Enter');
  await page.getByRole('button', { name: '2 l, milk' }).click();
  const menu = page.getByRole('menu', { name: 'Amount of milk' });
  await menu.getByRole('menuitem', { name: 'More: 3 l' }).click();
  await menu.getByRole('menuitem', { name: 'More: 4 l' }).click();
  await menu.getByRole('menuitem', { name: 'Less: 3 l' }).click();
  await expect(menu).toContainText('3 l');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '3 l, milk' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: '4 l, milk' })).toBeVisible();
});

test('[Q1] [D4] screen readers announce the amount and the note with the check box', async ({ page }) => {
  await addItem(page, '2 l milk (lactose-free)');
  await addItem(page, 'bread');
  const milk = page.getByRole('checkbox', { name: 'milk lactose-free', exact: true });
  await expect(milk).toHaveAccessibleDescription('2 l');
  await expect(itemBox(page, 'bread')).toHaveAccessibleDescription('');
  await expect(row(page, 'milk lactose-free')).toMatchAriaSnapshot(`
    - listitem:
      - checkbox "milk lactose-free"
      - text: milk lactose-free
      - button "2 l, milk": 2 l
  `);
});

test('[Q1] an amount leaves room for the name on a narrow phone, and for the end of the row in Shop mode', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await addItem(page, '1250.5 ml blueberries');
  const name = row(page, 'blueberries').getByText('blueberries', { exact: true });
  // Without groups of digits, which some languages read as decimals.
  const amount = page.getByRole('button', { name: '1250.5 ml, blueberries' });
  const [nameBox, amountBox] = [await boxOf(name), await boxOf(amount)];
  expect(nameBox.height).toBeLessThan(30);
  expect(amountBox.y).toBeGreaterThan(nameBox.y + nameBox.height - 1);
  expect(amountBox.height).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Shop mode').click();
  const [chip, whole] = [await boxOf(amount.locator('bdi')), await boxOf(row(page, 'blueberries'))];
  expect(chip.x + chip.width).toBeLessThan(whole.x + whole.width - 8);
});

for (const dir of ['ltr', 'rtl']) {
  test(`[Q1] on a phone, an amount does not touch a name that fills its line, and the divider above starts where the names start (${dir})`, async ({
    page,
  }) => {
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
    await addItem(page, `1.5 kg ${'chili '.repeat(20)}`, 'Pantry');
    const long = page.locator('[data-item-id]', { hasText: 'chili chili' });
    const words = await boxOf(long.getByText('chili chili'));
    const chip = await boxOf(long.locator('bdi'));
    const gap = dir === 'ltr' ? chip.x - (words.x + words.width) : words.x - (chip.x + chip.width);
    expect(gap).toBeGreaterThanOrEqual(8);
    const hairline = await long.evaluate((element) => Number.parseFloat(getComputedStyle(element).backgroundPositionX));
    const whole = await boxOf(long);
    const start = dir === 'ltr' ? words.x - whole.x : words.x + words.width - (whole.x + whole.width);
    expect(hairline).toBeCloseTo(start, 0);
  });
}

const boxOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
