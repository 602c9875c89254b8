/** What is done on one device is on the other without a reload, and an account begins as it should. */
import { expect } from '@playwright/test';
import { inventAccount, signIn, signUp } from './steps/account.ts';
import { lookBehind } from './steps/backend.ts';
import { button, dialog, field } from './steps/controls.ts';
import { devicesTest as test, openTwo } from './steps/devices.ts';
import { addItem, groupButton, itemBox, listHeading } from './steps/enter-demo.ts';
import { groupNames } from './steps/list.ts';

test('[spec-4] [L2] signing up makes a profile and six coloured categories without items, which another device has after signing in', async ({
  openDevice,
  server,
}) => {
  const account = inventAccount();
  const one = await openDevice();
  await signUp(one, account);
  await expect(listHeading(one)).toHaveText('My List (0/0)');
  const names = ['Dairy', 'Frozen', 'Meat', 'Other', 'Pantry', 'Produce'];
  await expect.poll(() => groupNames(one)).toEqual(names);
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
  await expect.poll(() => groupNames(two)).toEqual(names);
  expect(await behind.read('categories')).toHaveLength(6);
});

test('[Y7] items, ticks, names, saved lists, the list’s name and its categories come to the other device without a reload', async ({
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
  await field(dialog(one, 'Save List'), 'List name').fill('Soup');
  await one.keyboard.press('Enter');
  await expect(listHeading(two)).toHaveText('Soup (1/2)');
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
