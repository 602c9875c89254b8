/** Two members change one list at the same time, also while both are offline. */
import { expect } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { devicesTest as test, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { openShared } from '#e2e/steps/lists.ts';
import { renameItem } from '#e2e/steps/list.ts';

test('[H5] [H7] [U1] members who edit the same item offline lose nothing, and Undo takes back only their own change', async ({
  openDevice,
}) => {
  const { ann, bob } = await openShared(openDevice);
  await addItem(bob, 'Carrots');
  await addItem(bob, 'Leek');
  await expect(itemBox(ann, 'Leek')).toBeVisible();
  await setOffline(ann, true);
  await setOffline(bob, true);

  await itemBox(ann, 'Leek').check();
  await addItem(ann, 'Beans');
  await renameItem(bob, 'Leek', 'Young leek');
  await addItem(bob, 'Soap');
  await expect(itemBox(ann, 'Soap')).toHaveCount(0);
  await setOffline(ann, false);
  await setOffline(bob, false);
  for (const page of [ann, bob]) {
    await expect(itemBox(page, 'Young leek')).toBeChecked({ timeout: 20_000 });
    await expect(itemBox(page, 'Beans')).toBeVisible();
    await expect(itemBox(page, 'Soap')).toBeVisible();
  }

  await button(bob, 'Undo').first().click();
  for (const page of [ann, bob]) {
    await expect(itemBox(page, 'Soap')).toHaveCount(0);
    await expect(itemBox(page, 'Young leek')).toBeChecked();
    await expect(itemBox(page, 'Beans')).toBeVisible();
  }
});
