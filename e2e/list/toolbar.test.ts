/** The toolbar: its layout and its tooltips. */
import { expect, test } from '@playwright/test';
import { button, dialog } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { boxOf, holdFinger } from '#e2e/steps/touch.ts';

const NAMES = [
  'Restore Default List',
  'Create New Empty List',
  'Save List',
  'Load Saved List',
  'Add Category',
  'Undo',
  'Redo',
] as const;

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L7] at 320 px the seven actions are at least 44 px wide and high: five on one row above the list, Undo and Redo below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const boxes = await Promise.all(NAMES.map((name) => boxOf(button(page, name))));
  expect(new Set(boxes.slice(0, 5).map(({ y }) => y)).size).toBe(1);
  expect(Math.min(...boxes.slice(5).map(({ y }) => y))).toBeGreaterThan(560);
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(44);
  expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
  const above = boxes.slice(0, 5).map(({ x }) => x);
  expect(above).toEqual(above.toSorted((a, b) => a - b));
});

test('[D4] an icon shows its tooltip on keyboard focus, next to it and within the screen, and Escape hides it', async ({
  page,
}) => {
  const label = page.locator('[data-tooltip]');
  await itemBox(page, 'Milk').check();
  await button(page, 'Create New Empty List').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Restore Default List')).toBeFocused();
  await expect(label).toHaveText('Restore Default List');
  const [box, icon] = [await boxOf(label), await boxOf(button(page, 'Restore Default List'))];
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(icon.y + icon.height);
  await page.keyboard.press('Escape');
  await expect(label).toHaveCount(0);
  await expect(button(page, 'Restore Default List')).toBeFocused();
  await button(page, 'Save List').press('Enter');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Save List')).toBeFocused();
  await expect(label).toHaveCount(0);
});

test('[L7] a long press on an icon shows its tooltip and does not activate it; a tap does', async ({
  page,
  isMobile,
}) => {
  const label = page.locator('[data-tooltip]');
  if (isMobile) await holdFinger(page, button(page, 'Save List'), () => expect(label).toHaveText('Save List'));
  else await button(page, 'Save List').hover();
  await expect(label).toHaveText('Save List');
  await expect(dialog(page, 'Save List')).toHaveCount(0);
  await button(page, 'Save List').click();
  await expect(dialog(page, 'Save List')).toBeVisible();
  await expect(label).toHaveCount(0);
});
