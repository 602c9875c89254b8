/** Arranging the categories on one device: the order appears on the other device, and is kept. */
import { expect } from '@playwright/test';
import { devicesTest as test, openTwo } from '#e2e/fixtures/devices.ts';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { groupNames } from '#e2e/steps/list.ts';

test('[O1] an order that is arranged on one device reaches the other one, and is kept after a reload', async ({
  openDevice,
  account,
}) => {
  const { one, two } = await openTwo(openDevice, account);
  await addItem(one, 'Peas', 'Frozen');
  await expect(itemBox(two, 'Peas')).toBeVisible();
  const byName = await groupNames(one);
  await pressInMenu(one, 'Arrange categories');
  const sheet = dialog(one, 'Arrange Categories');
  await button(sheet, 'Move Produce to the top').click();
  await button(sheet, 'Drag Frozen').dragTo(button(sheet, 'Drag Dairy'));
  await one.keyboard.press('Escape');
  const arranged = ['Produce', 'Frozen', ...byName.filter((name) => name !== 'Produce' && name !== 'Frozen')];
  for (const page of [one, two]) await expect.poll(() => groupNames(page)).toEqual(arranged);
  await two.reload();
  await expect.poll(() => groupNames(two)).toEqual(arranged);
  // The other device goes back to alphabetical order, and this one follows.
  await pressInMenu(two, 'Arrange categories');
  await button(dialog(two, 'Arrange Categories'), 'Alphabetical').click();
  await two.keyboard.press('Escape');
  for (const page of [one, two]) await expect.poll(() => groupNames(page)).toEqual(byName);
});
