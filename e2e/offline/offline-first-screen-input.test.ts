/** The app repeats the shopper's input on the first screen in its original order. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { adderField, button } from '#e2e/steps/controls.ts';
import { chooseCategory, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { holdScript, reloadWithoutApp, startWithoutApp, untilStored } from '#e2e/steps/first-screen.ts';
import { categorySelect, row, rowNames } from '#e2e/steps/list.ts';

test('presses in rows, and the focus of a row, reach the app', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').getByRole('button', { name: 'More actions for Bread' }).click();
  await startApp();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');

  const startAgain = await startWithoutApp(page);
  await itemBox(page, 'Muffins').focus();
  await page.keyboard.press('Space');
  await startAgain();
  await expect(itemBox(page, 'Muffins')).toBeChecked();
  await expect(itemBox(page, 'Muffins')).toBeFocused();
});

test('typed text and presses on the first screen reach the app', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await page.getByRole('combobox', { name: 'Add shopping item' }).fill('Oat biscuits');
  await startApp();
  await expect(page.getByRole('combobox', { name: 'Add shopping item' })).toHaveValue('Oat biscuits');
  await expect(page.getByRole('combobox', { name: 'Add shopping item' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Add shopping item' }).fill('');

  const startAgain = await startWithoutApp(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await startAgain();
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[U1] an Undo on the first screen takes back the action before it, not the tick after it', async ({ page }) => {
  await enterDemo(page);
  for (const name of ['Bagels', 'Muffins']) await button(page, `Delete ${name}`).click();
  await expect(listHeading(page)).toHaveText('My List (0/128 items)');
  const startApp = await startWithoutApp(page);
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await row(page, 'Bread').click();
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(itemBox(page, 'Bread')).toBeChecked();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('first-screen')))).toEqual(
    [],
  );
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

test('Enter and Add on the first screen add the items when the app has loaded', async ({ page }) => {
  await enterDemo(page);
  await untilStored(page);
  // From here on, the page that is copied started with a list, so without renaming, the copy would have the ids of the app.
  await page.reload();
  const startApp = await startWithoutApp(page);
  await adderField(page).pressSequentially('Oat milk');
  await page.keyboard.press('Enter');
  await expect(adderField(page)).toHaveValue('');
  await adderField(page).fill('Rye bread');
  await button(page, 'Add Item').click();
  await expect(button(page, 'Add Item')).toBeDisabled();
  await page.keyboard.press('Enter');
  await adderField(page).pressSequentially('7 se');
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
  await expect(itemBox(page, 'Oat milk')).toBeVisible();
  await expect(itemBox(page, 'Rye bread')).toBeVisible();
  await expect(adderField(page)).toHaveValue('7 se');
  await expect(adderField(page)).toBeFocused();
  await adderField(page).fill('');
});

test('[L8] the app waits for the common names before it repeats an addition, so that the item goes to its category', async ({
  page,
}) => {
  await enterDemo(page);
  await untilStored(page);
  const releaseNames = await holdScript(page, 'common-names');
  const release = await reloadWithoutApp(page);
  await adderField(page).fill('Condensed Milk');
  await adderField(page).press('Enter');
  release();
  await page.waitForResponse(/deferred-parts/u);
  // An app that does not wait for the names replaces the screen in less than half a second.
  await page.waitForTimeout(500);
  await expect(page.locator('#app')).toBeEmpty();
  releaseNames();
  // Without that name, it would be a dairy product.
  await expect.poll(() => rowNames(page, 'Canned Goods')).toContain('Condensed Milk');
});

test('[Q2] Shift+Enter on the first screen adds the text as the name', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await chooseCategory(page, 'Bakery');
  await adderField(page).fill('7 seeds');
  await adderField(page).press('Shift+Enter');
  await startApp();
  await expect(itemBox(page, '7 seeds')).toBeVisible();
});

test('a category that was chosen on the first screen is used, even for a name that the app knows', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await chooseCategory(page, 'Bakery');
  await adderField(page).fill('Oat milk');
  await startApp();
  await expect(categorySelect(page)).toHaveValue(await optionOf(page, 'Bakery'));
  await page.keyboard.press('Enter');
  await expect.poll(() => rowNames(page, 'Bakery')).toContain('Oat milk');
});

const optionOf = async (page: Page, label: string): Promise<string> =>
  (await categorySelect(page).locator('option', { hasText: label }).getAttribute('value')) ?? '';

test('[L13] names that the app does not know are added as well, and text after them stays in the field', async ({
  page,
}) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  for (const name of ['Xyzzy', 'Oat milk']) {
    await adderField(page).fill(name);
    await adderField(page).press('Enter');
  }
  await adderField(page).fill('Rye');
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
  await expect.poll(() => rowNames(page, 'Misc e.g. (Flowers, Gift Cards, Tape)')).toContain('Xyzzy');
  await expect(itemBox(page, 'Oat milk')).toBeVisible();
  await expect(adderField(page)).toHaveValue('Rye');
  await expect(adderField(page)).toBeFocused();
});

test('[L10] a name that is refused stays in the field, or in the preview with the names after it', async ({ page }) => {
  const long = 'x'.repeat(201);
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await adderField(page).fill(long);
  await adderField(page).press('Enter');
  await startApp();
  await expect(adderField(page)).toHaveValue(long);
  await adderField(page).fill('');

  const startAgain = await startWithoutApp(page);
  for (const name of [long, 'Oat milk']) {
    await adderField(page).fill(name);
    await adderField(page).press('Enter');
  }
  await startAgain();
  for (const name of [long, 'Oat milk']) {
    await expect(page.getByRole('dialog').getByRole('checkbox', { name, exact: true })).toBeVisible();
  }
});

test('all lines that are pasted on the first screen are in the preview', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  for (const text of ['Oat milk\nRye bread', 'Figs\nDates']) {
    await adderField(page).evaluate((field, lines) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', lines);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
  await startApp();
  for (const name of ['Oat milk', 'Rye bread', 'Figs', 'Dates']) {
    await expect(page.getByRole('dialog').getByRole('checkbox', { name, exact: true })).toBeVisible();
  }
});

test('pressing Menu twice on the first screen opens the menu, because the first press showed no response', async ({
  page,
}) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await button(page, 'Menu').click();
  await button(page, 'Menu').click();
  await startApp();
  await expect(button(page, 'Account')).toBeVisible();
});

test('after right clicks on two rows of the first screen, the dialog edits the second item', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').click({ button: 'right' });
  await row(page, 'Muffins').click({ button: 'right' });
  await startApp();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Muffins');
  await page.getByRole('dialog').getByLabel('Name').fill('Scones');
  await button(page, 'Save').click();
  await expect(itemBox(page, 'Scones')).toBeVisible();
  await expect(itemBox(page, 'Bread')).toBeVisible();
  await expect(itemBox(page, 'Muffins')).toHaveCount(0);
});

test('a long press on the first screen edits the row and does not tick it', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await row(page, 'Bread').evaluate((element) => {
    const words = element.querySelector('span') ?? element;
    const send = (type: string): boolean =>
      words.dispatchEvent(
        new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 7, pointerType: 'touch' }),
      );
    send('pointerdown');
    return new Promise((resolve) => {
      setTimeout(() => {
        send('pointerup');
        send('click');
        resolve(null);
      }, 600);
    });
  });
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
  await startApp();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Bread');
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
});

test('Delete and F2 in a row of the first screen reach the app', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await itemBox(page, 'Bread').focus();
  await page.keyboard.press('Delete');
  await itemBox(page, 'Muffins').focus();
  await page.keyboard.press('F2');
  await startApp();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Muffins');
  await expect(itemBox(page, 'Bread')).toHaveCount(0);
});

test('the app waits while a word is being composed', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  // In the page, so that no gap between two letters is long enough to look like an end.
  await adderField(page).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    const update = (): boolean => field.dispatchEvent(new CompositionEvent('compositionupdate', { bubbles: true }));
    const timer = setInterval(update, 50);
    field.addEventListener('compositionend', () => clearInterval(timer), { once: true });
  });
  const started = startApp();
  // Without the composition, the app would have replaced the screen by then.
  await page.waitForTimeout(1000);
  await expect(page.locator('#app')).toBeEmpty();
  await adderField(page).dispatchEvent('compositionend', { bubbles: true });
  await started;
});

test('a press on a category works after another tab has renamed it', async ({ page, context }) => {
  await enterDemo(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(groupButton(other, 'Breakfast')).toBeVisible();
  const startApp = await startWithoutApp(page);
  await groupButton(page, 'Bakery').click();
  await groupButton(other, 'Bakery').click({ button: 'right' });
  await other.getByRole('dialog').getByLabel('Name').fill('Baker');
  await button(other, 'Save').click();
  await expect(groupButton(other, 'Baker')).toBeVisible();
  await startApp();
  await expect(groupButton(page, 'Baker')).toHaveAttribute('aria-expanded', 'false');
});
