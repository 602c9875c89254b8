/** Replacing the current list with a new empty list or the default list (spec sections 4 and 5). */
import { expect, test } from '@playwright/test';
import { button, dialog } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { boxOf } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[D4] a tap outside a dialog closes it and presses nothing below; the next tap reaches the list', async ({
  page,
  isMobile,
}) => {
  const press = (x: number, y: number): Promise<void> =>
    isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button(page, 'Save List').click();
  await expect(dialog(page, 'Save List')).toBeVisible();
  const { x, y } = await boxOf(itemBox(page, 'Bagels'));
  await press(x + 5, y + 5);
  await expect(dialog(page, 'Save List')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await press(x + 5, y + 5);
  await expect(itemBox(page, 'Bagels')).toBeChecked();
});
