/** Concurrent offline changes on two devices: no change is lost, and both devices converge. */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { lookBehind } from '#e2e/fixtures/backend.ts';
import { button, pressAndConfirm } from '#e2e/steps/controls.ts';
import { devicesTest as test, expectSame, openTwo, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { renameItem } from '#e2e/steps/list.ts';
import { expectSaved } from '#e2e/checks/sync-status.ts';

test('[Y1] [Y2] a tick, a new name and a delete, each on a device without a network, merge field by field when both come back', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  for (const name of ['Leek', 'Kale', 'Chard']) {
    await addItem(one, name, 'Produce');
    await expect(itemBox(two, name)).toBeVisible();
  }
  await loseNetworks(one, two);
  await itemBox(one, 'Leek').check();
  await renameItem(two, 'Leek', 'Big Leek');
  await button(one, 'Delete Kale').click();
  await itemBox(two, 'Kale').check();
  await renameItem(one, 'Chard', 'First Chard');
  await renameItem(two, 'Chard', 'Second Chard');
  await setOffline(one, false);
  await expect(itemBox(one, 'Big Leek')).toHaveCount(0);
  await expectSaved(one);
  await setOffline(two, false);
  for (const page of [one, two]) {
    await expect(itemBox(page, 'Big Leek')).toBeChecked();
    await expect(itemBox(page, 'Kale')).toHaveCount(0);
    // The last write to reach the server wins.
    await expect(itemBox(page, 'Second Chard')).toBeVisible();
    await expect(listHeading(page)).toHaveText('My List (1/2 items)');
  }
  await expectSame(one, two);
});

test('[Y3] an item added to a category that was deleted elsewhere at the same time keeps it visible on both devices', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  await addItem(one, 'Peas', 'Frozen');
  await expect(itemBox(two, 'Peas')).toBeVisible();
  await loseNetworks(one, two);
  await button(one, 'Select').click();
  await one.getByRole('checkbox', { name: 'Select Frozen' }).check();
  await button(one, 'Delete (1)').click();
  await button(one.getByRole('dialog'), 'Delete').click();
  await expect(groupButton(one, 'Frozen')).toHaveCount(0);
  await addItem(two, 'Spinach', 'Frozen');
  await setOffline(one, false);
  await expectSaved(one);
  await setOffline(two, false);
  for (const page of [one, two]) {
    await expect(itemBox(page, 'Spinach')).toBeVisible();
    await expect(itemBox(page, 'Peas')).toHaveCount(0);
    await expect(groupButton(page, 'Frozen')).toContainText('(0/1)');
  }
});

test('[L3] the default list, restored on two offline devices, becomes one list of 23 categories and 130 items, separate from other accounts', async ({
  openDevice,
  account,
  behind,
  server,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  await loseNetworks(one, two);
  for (const page of [one, two]) {
    await pressAndConfirm(page, 'Restore Default List', 'Restore');
    await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  }
  await itemBox(one, 'Bagels').check();
  await setOffline(one, false);
  await setOffline(two, false);
  for (const page of [one, two]) await expectSaved(page);
  await expect(itemBox(two, 'Bagels')).toHaveCount(1);
  await expectSame(one, two);
  for (const page of [one, two]) {
    await expect(listHeading(page)).toContainText('/130 items)');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(23);
  }
  expect(await behind.read('grocery_items')).toHaveLength(130);
  const categories = await behind.read('categories');
  expect(categories.filter((row) => row['in_list'] === true)).toHaveLength(23);

  const other = inventAccount();
  const third = await openDevice();
  await signUp(third, other);
  await pressAndConfirm(third, 'Restore Default List', 'Restore');
  await expect(listHeading(third)).toHaveText('My List (0/130 items)');
  const behindOther = await lookBehind(server, other);
  await expect.poll(() => behindOther.read('grocery_items')).toHaveLength(130);
  await expectSaved(third);
  await expect(listHeading(third)).toHaveText('My List (0/130 items)');
});

async function loseNetworks(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await setOffline(page, true);
    await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
  }
}
