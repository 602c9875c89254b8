/** Changes on one device appear on the other without a reload, and a new account starts correctly. */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signIn, signUp } from '#e2e/steps/account.ts';
import { lookBehind } from '#e2e/fixtures/backend.ts';
import { adderField, button, dialog, field } from '#e2e/steps/controls.ts';
import { devicesTest as test, openTwo } from '#e2e/fixtures/devices.ts';
import { addItem, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { categorySelect, groupNames, section } from '#e2e/steps/list.ts';

const DEFAULTS = ['Dairy', 'Frozen', 'Meat', 'Other', 'Pantry', 'Produce'];
/** The names of the categories in view, besides the default ones. */
const addedNames = async (page: Page): Promise<readonly string[]> =>
  (await groupNames(page)).filter((name) => !DEFAULTS.includes(name));

test('[spec-4] [L2] signing up creates a profile and six colored categories, in view under an invitation to add', async ({
  openDevice,
  server,
}) => {
  const account = inventAccount();
  const one = await openDevice();
  await signUp(one, account);
  await expect(listHeading(one)).toHaveText('My List (0/0 items)');
  const names = DEFAULTS;
  await expect.poll(() => categoryNames(one)).toEqual(names);
  await expect.poll(() => groupNames(one)).toEqual(names);
  await expect(one.getByText('Your list is empty. What do you need?')).toBeVisible();
  const behind = await lookBehind(server, account);
  const categories = await behind.read('categories');
  expect(categories.map(({ name, color }) => `${String(name)} ${String(color)}`).toSorted()).toEqual([
    'Dairy #3b82f6',
    'Frozen #06b6d4',
    'Meat #ef4444',
    'Other #6b7280',
    'Pantry #f59e0b',
    'Produce #10b981',
  ]);
  expect(await behind.read('user_profiles')).toMatchObject([
    {
      id: behind.userId,
      email: account.email,
      username: account.email.split('@')[0],
      device_info: { deviceId: expect.stringMatching(/^device-/) },
    },
  ]);
  const two = await openDevice();
  await signIn(two, account);
  await expect.poll(() => categoryNames(two)).toEqual(names);
  await expect.poll(() => groupNames(two)).toEqual(names);
  expect(await behind.read('categories')).toHaveLength(6);
});

/** The categories offered in the add bar. */
async function categoryNames(page: Page): Promise<readonly string[]> {
  const options = await categorySelect(page).getByRole('option').allTextContents();
  return options.slice(1, -1);
}

test('[L8] [U2] shampoo, toilet paper and dog food go to catalogue categories, each created with its item in one step', async ({
  openDevice,
  account,
  behind,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  await adderField(one).fill('shampoo');
  await expect(categorySelect(one).locator('option:checked')).toHaveText('Personal Care');
  await adderField(one).press('Enter');
  await expect(section(one, 'Personal Care').getByRole('checkbox', { name: 'shampoo' })).toBeVisible();
  await button(one, 'Undo').click();
  await expect.poll(() => groupNames(one)).toEqual(DEFAULTS);
  expect(await categoryNames(one)).not.toContain('Personal Care');
  for (const name of ['shampoo', 'toilet paper', 'dog food', 'milk']) await addItem(one, name);
  const names = ['Household', 'Personal Care', 'Pet Supplies'];
  for (const page of [one, two]) await expect.poll(() => addedNames(page)).toEqual(names);
  await pressUndo(one, 4);
  await expect.poll(() => groupNames(two)).toEqual(DEFAULTS);
  await expect.poll(async () => (await behind.read('categories')).length).toBe(6);
});

test('[L2] an empty category that another client created is shown', async ({ openDevice, account, behind }) => {
  const page = await openDevice();
  await signIn(page, account);
  await behind.insert('categories', { id: 'garden', name: 'Garden', color: '', user_id: behind.userId });
  await expect.poll(() => addedNames(page)).toEqual(['Garden']);
});

async function pressUndo(page: Page, times: number): Promise<void> {
  for (let pressed = 0; pressed < times; pressed += 1) await button(page, 'Undo').click();
}

test('[Y7] items, ticks, names, saved lists, the list’s name and its categories reach the other device without a reload', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  for (const name of ['Leek', 'Kale']) await addItem(one, name, 'Produce');
  await expect(itemBox(two, 'Leek')).toBeVisible();
  await itemBox(two, 'Leek').check();
  await expect(itemBox(one, 'Leek')).toBeChecked();
  await itemBox(one, 'Leek').press('F2');
  await field(dialog(one, 'Edit Item'), 'Name').fill('Big Leek');
  await one.keyboard.press('Enter');
  await expect(itemBox(two, 'Big Leek')).toBeChecked();

  await button(one, 'Save List').click();
  await field(dialog(one, 'Save List'), 'Name of the saved list').fill('Soup');
  await one.keyboard.press('Enter');
  await expect(listHeading(two)).toHaveText('Soup (1/2 items)');
  await button(two, 'Delete Big Leek').click();
  await expect(itemBox(one, 'Big Leek')).toHaveCount(0);
  await button(two, 'Load Saved List').click();
  await button(dialog(two, 'Saved Lists'), 'Load Soup').click();
  await expect(itemBox(one, 'Big Leek')).toBeVisible();
  await expect.poll(() => groupNames(one)).toEqual(['Produce']);

  await button(two, 'Add Category').click();
  await field(dialog(two, 'Add New Category'), 'Category name').fill('Garden');
  await two.keyboard.press('Enter');
  await expect(groupButton(one, 'Garden')).toBeVisible();
});
