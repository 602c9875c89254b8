/** What the app shows in its first frame, and what it does to the first screen's fields, buttons and stored copy. */
import { expect, test } from '@playwright/test';
import { adderField, button } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readStored, startWithoutApp, watchWaiting } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';

test('the first frame of the app shows the ticks and the text of the first screen', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await adderField(page).fill('Oat milk');
  await row(page, 'Bread').click();
  await page.evaluate(recordHeadings);
  await startApp();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  expect(await page.evaluate(() => [...new Set(window.headings)])).toEqual(['My List (1/130 items)']);
  await expect(adderField(page)).toHaveValue('Oat milk');
  // The stored screen is removed, and later replaced.
  await expect.poll(() => readStored(page).then((stored) => stored?.includes('(0/130'))).not.toBe(true);
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

test('[L13] Enter on the first screen leaves the text in the field, and the next Enter adds it', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await adderField(page).pressSequentially('Oat biscuits');
  await page.keyboard.press('Enter');
  await expect(adderField(page)).toHaveValue('Oat biscuits');
  // The field would join the lines, and the preview is not here yet.
  await adderField(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Figs\nDates');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return field.dispatchEvent(paste);
  });
  await startApp();
  await expect(adderField(page)).toHaveValue('Oat biscuits');
  await expect(adderField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Oat biscuits')).toBeVisible();
});

test('[Y4] a press that the first screen cannot keep changes nothing, on the screen or later', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  const before = await page.locator('#first-screen').ariaSnapshot();
  for (const control of ['Delete Bread', 'More actions for Bread', 'Menu']) {
    await page.locator(`#first-screen [aria-label="${control}"]`).first().click({ force: true });
  }
  await page.waitForTimeout(200);
  expect(await page.locator('#first-screen').ariaSnapshot()).toBe(before);
  await expect(page.locator('#first-screen button:not([inert])')).toHaveCount(0);
  await startApp();
  await expect(itemBox(page, 'Bread')).not.toBeChecked();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button(page, 'Account')).toBeHidden();
});

test('the app waits while a word is being composed', async ({ page }) => {
  await enterDemo(page);
  const startApp = await startWithoutApp(page);
  await page.evaluate(watchWaiting);
  // In the page, so that no gap between two letters is long enough to look like an end.
  const composed = await adderField(page).evaluateHandle((field: HTMLInputElement) => {
    field.focus();
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    field.value = 'ぎゅうにゅう';
    const update = (): boolean => field.dispatchEvent(new CompositionEvent('compositionupdate', { bubbles: true }));
    const timer = setInterval(update, 50);
    const compose = async (): Promise<boolean> => {
      await window.appWaits;
      // Longer than the pause after which a composition counts as ended.
      await new Promise((resolve) => setTimeout(resolve, 700));
      const hasWaited = document.querySelector('#app')?.hasChildNodes() === false;
      clearInterval(timer);
      field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
      return hasWaited;
    };
    return { hasWaited: compose() };
  });
  await startApp();
  expect(await composed.evaluate(({ hasWaited }) => hasWaited)).toBe(true);
  await expect(adderField(page)).toHaveValue('ぎゅうにゅう');
  await expect(adderField(page)).toBeFocused();
});

test('the app waits for half a second of a composition without letters, because phones compose each word until the next space', async ({
  page,
}) => {
  await enterDemo(page);
  await startWithoutApp(page);
  // In the page: the next look of the test could come after the half second.
  const isHeld = await adderField(page).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    return document.querySelector('#first-screen')?.hasAttribute('data-held');
  });
  expect(isHeld).toBe(true);
  await expect(page.locator('#first-screen')).not.toHaveAttribute('data-held');
});
