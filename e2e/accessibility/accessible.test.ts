/** axe finds no faults on any screen, in both themes (product D3, D4). */
import { expect, test } from '@playwright/test';
import { button, dialog, field, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, enterSmallList, itemBox } from '#e2e/steps/enter-demo.ts';
import { findFaults } from '#e2e/checks/find-faults.ts';
import { forgetPlace } from '#e2e/checks/shape.ts';
import { screens } from '#scripts/screens.ts';
import { withoutAccounts } from '#e2e/fixtures/without-accounts.ts';

test('[D4] [D3] the screens before the list are accessible, with errors and without', async ({ page, context }) => {
  await withoutAccounts(page);
  await page.goto('/');
  await expect(button(page, 'Sign In')).toBeVisible();
  const faults: string[] = [...(await findFaults(page, 'sign-in'))];
  await button(page, 'Sign In').click();
  faults.push(...(await findFaults(page, 'sign-in with errors')));
  await button(page, "Don't have an account? Sign up").click();
  await field(page, 'Email').fill('ann@example.org');
  await field(page, 'Password').fill('abcdef');
  await button(page, 'Create Account').click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  faults.push(...(await findFaults(page, 'create account with an error of the form')));
  await context.setOffline(true);
  await button(page, 'Try Demo').click();
  faults.push(...(await findFaults(page, 'create account, offline, demo filled in')));
  await button(page, 'Already have an account? Sign in').click();
  await button(page, 'Forgot password?').click();
  await button(page, 'Send Reset Email').click();
  faults.push(...(await findFaults(page, 'reset with an error')));
  expect(faults).toEqual([]);
});

test('[D2] [D4] the default list is accessible, with a notice that this device stores nothing', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await enterDemo(page);
  await expect(page.getByRole('alert').filter({ hasText: 'doesn’t let Checklist store data' })).toBeVisible();
  expect(await findFaults(page, 'the default list')).toEqual([]);
});

test('[D4] [D3] every dialog is accessible', async ({ page }) => {
  await enterSmallList(page);
  const faults: string[] = [];
  const look = async (title: string): Promise<void> => {
    await expect(dialog(page, title)).toBeVisible();
    faults.push(...(await findFaults(page, title)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await button(page, 'Load Saved List').click();
  await look('Saved Lists');
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill('Weekly');
  await page.keyboard.press('Enter');
  await button(page, 'Load Saved List').click();
  await look('Saved Lists');
  await button(page, 'Save List').click();
  await field(dialog(page, 'Save List'), 'Name of the saved list').fill('Weekly');
  await page.keyboard.press('Enter');
  await look('Save List');
  await button(page, 'Save List').click();
  await dialog(page, 'Save List').getByRole('tab', { name: 'Existing List' }).click();
  await look('Save List');
  await button(page, 'Add Category').click();
  await field(dialog(page, 'Add New Category'), 'Category name').fill('Bakery');
  await page.keyboard.press('Enter');
  await look('Add New Category');
  await button(page, 'Restore Default List').click();
  await look('Restore Default List');
  await button(page, 'Select').click();
  await button(page, 'Delete All').click();
  await look('Delete All Categories');
  await button(page, 'Done').click();
  await itemBox(page, 'Eggs').press('F2');
  await look('Edit Item');
  await pressInMenu(page, 'Add to Homescreen');
  await look('Add to Homescreen');
  await pressInMenu(page, 'Arrange categories');
  await look('Arrange Categories');
  await pressInMenu(page, 'Add several items');
  await field(dialog(page, 'Add Several Items'), 'One item per line').fill(
    'Pancakes:\n2 eggs (large)\n500 ml milk\n3 milk',
  );
  await look('Add Several Items');
  await pressInMenu(page, 'Add several items');
  await field(dialog(page, 'Add Several Items'), 'One item per line').fill(
    'Pancakes:\n2 eggs (large)\n500 ml milk\n3 milk',
  );
  await button(page, 'Continue').click();
  await look('Add Several Items');
  await pressInMenu(page, 'Account');
  await look('Account');
  expect(faults).toEqual([]);
});

test('[O2] [O4] [O7] [D4] [D3] the screens of stores, of Again and of the walked order are accessible', async ({
  page,
}) => {
  const names = ['stores', 'rename-store', 'choose-store', 'shop-store', 'again', 'walked'];
  const faults: string[] = [];
  for (const name of names) {
    const screen = screens.find((known) => known.name === name);
    await page.goto('/');
    await screen?.open(page);
    faults.push(...(await findFaults(page, name)));
    await forgetPlace(page);
  }
  expect(faults).toEqual([]);
});

test('[W4] [D4] the public pages are accessible', async ({ page }) => {
  const faults: string[] = [];
  for (const path of ['/site/', '/site/help/', '/site/about/', '/site/changelog/']) {
    await page.goto(path);
    faults.push(...(await findFaults(page, path)));
  }
  expect(faults).toEqual([]);
});

test('[D4] each item is a check box with a state, and changes are announced politely', async ({ page }) => {
  await enterDemo(page);
  const bagels = page.getByRole('listitem').filter({ has: itemBox(page, 'Bagels') });
  await itemBox(page, 'Bagels').press('Space');
  await expect(bagels).toMatchAriaSnapshot(`
    - listitem:
      - checkbox "Bagels" [checked]
  `);
  await page.keyboard.press('Space');
  await expect(bagels).toMatchAriaSnapshot(`
    - listitem:
      - checkbox "Bagels" [checked=false]
  `);
  await addItem(page, 'Kiwi', 'Snacks');
  await expect(page.getByRole('status').filter({ hasText: 'Kiwi added to Snacks' })).toBeVisible();
  await button(page, 'Delete Kiwi').click();
  await expect(page.getByRole('status').filter({ hasText: 'Kiwi deleted' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});
