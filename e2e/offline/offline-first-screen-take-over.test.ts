/** What the app shows in its first frame, and what it does to the first screen's fields, buttons and stored copy. */
import { expect, test } from '@playwright/test';
import { adderField, button, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readStored, startWithoutApp } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';

test('the first frame of the app shows the result of all input on the first screen', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await adderField(page).fill('Oat milk');
  await adderField(page).press('Enter');
  await row(page, 'Bread').click();
  await page.evaluate(recordHeadings);
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (1/131 items)');
  expect(await page.evaluate(() => [...new Set(window.headings)])).toEqual(['My List (1/131 items)']);
  await expect(itemBox(page, 'Bread')).toBeFocused();
});

declare global {
  var headings: (string | null)[];
}

/** Runs in the page: the text of the app's heading in each frame. */
function recordHeadings(): void {
  window.headings = [];
  const record = (): void => {
    const heading = document.querySelector('#app h1');
    if (heading !== null) window.headings.push(heading.textContent);
    requestAnimationFrame(record);
  };
  record();
}

test('after an addition on the first screen, the next start does not show a screen without the item', async ({
  page,
}) => {
  await enterDemo(page);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await addItem(page, 'Bread');
  const startApp = await startWithoutApp(page);
  await adderField(page).fill('Oat milk');
  await adderField(page).press('Enter');
  await startApp();
  await expect(itemBox(page, 'Oat milk')).toBeVisible();
  await expect.poll(() => readStored(page), { timeout: 1000 }).toBeUndefined();
});

test('the caret stays in its place, and suggestions open only for the field with the focus', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await adderField(page).fill('ilk');
  await page.keyboard.press('Home');
  await startApp();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type('m');
  await expect(adderField(page)).toHaveValue('milk');
  await adderField(page).fill('');

  const startAgain = await startWithoutApp(page);
  await adderField(page).fill('mil');
  await row(page, 'Bread').click();
  await startAgain();
  await expect(itemBox(page, 'Bread')).toBeFocused();
  await expect(adderField(page)).toHaveValue('mil');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('an input on the first screen enables the buttons that apply after it', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  for (const name of ['Undo', 'Redo', 'Clear checked']) await expect(button(page, name)).toBeDisabled();
  await row(page, 'Bread').click();
  await row(page, 'Muffins').click();
  await button(page, 'Undo').click();
  await button(page, 'Redo').click();
  await button(page, 'Undo').click();
  await button(page, 'Clear checked').click();
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (0/129 items)');
  await expect(itemBox(page, 'Muffins')).toBeVisible();
});
