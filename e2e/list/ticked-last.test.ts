/** The setting 'Checked items last': ticked rows move below the others of their category, and only when the list is at rest. */
import { expect, test } from '@playwright/test';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { rowNames } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';

const SEAFOOD = ['Cod', 'Crab', 'Salmon', 'Shrimp', 'Tuna Steaks'];
const CRAB_LAST = ['Cod', 'Salmon', 'Shrimp', 'Tuna Steaks', 'Crab'];

test.beforeEach(async ({ page }) => {
  await enterDemo(page);
  await itemBox(page, 'Crab').check();
  await pressInMenu(page, 'Account');
});

clockTest(
  '[L6] turning it on sorts at once; a tick moves its row at rest and keeps its focus; undo moves it back',
  async ({ page }) => {
    await expect(dialog(page, 'Account').getByLabel('Checked items last')).not.toBeChecked();
    await page.clock.runFor(700);
    expect(await rowNames(page, 'Seafood')).toEqual(SEAFOOD);
    await dialog(page, 'Account').getByLabel('Checked items last').check();
    expect(await rowNames(page, 'Seafood')).toEqual(CRAB_LAST);
    await page.keyboard.press('Escape');
    await stopClock(page);
    await itemBox(page, 'Cod').focus();
    await page.keyboard.press('Space');
    await page.clock.runFor(500);
    expect(await rowNames(page, 'Seafood')).toEqual(CRAB_LAST);
    await page.clock.runFor(200);
    expect(await rowNames(page, 'Seafood')).toEqual(['Salmon', 'Shrimp', 'Tuna Steaks', 'Cod', 'Crab']);
    await expect(itemBox(page, 'Cod')).toBeFocused();
    await button(page, 'Undo').click();
    await page.clock.runFor(700);
    expect(await rowNames(page, 'Seafood')).toEqual(CRAB_LAST);
  },
);

clockTest('[L6] no row moves while a finger is down', async ({ page }) => {
  await dialog(page, 'Account').getByLabel('Checked items last').check();
  await page.keyboard.press('Escape');
  await stopClock(page);
  await itemBox(page, 'Cod').check();
  await page.clock.runFor(500);
  await page.mouse.move(5, 200);
  await page.mouse.down();
  await page.clock.runFor(5000);
  expect(await rowNames(page, 'Seafood')).toEqual(CRAB_LAST);
  await page.mouse.up();
  await page.clock.runFor(700);
  expect(await rowNames(page, 'Seafood')).toEqual(['Salmon', 'Shrimp', 'Tuna Steaks', 'Cod', 'Crab']);
});

test('the setting survives a reload', async ({ page }) => {
  await dialog(page, 'Account').getByLabel('Checked items last').check();
  await page.reload();
  await expect(itemBox(page, 'Crab')).toBeAttached();
  expect(await rowNames(page, 'Seafood')).toEqual(CRAB_LAST);
  await pressInMenu(page, 'Account');
  await dialog(page, 'Account').getByLabel('Checked items last').uncheck();
  expect(await rowNames(page, 'Seafood')).toEqual(SEAFOOD);
});
