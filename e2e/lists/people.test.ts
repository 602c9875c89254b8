/** Members of a shared list see who added and ticked its items (product H8). */
import { expect } from '@playwright/test';
import { dialog } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { untilStored } from '#e2e/steps/first-screen.ts';
import { row } from '#e2e/steps/list.ts';
import { openShared } from '#e2e/steps/lists.ts';

test('[H8] a row shows who added or ticked it until the list was viewed, and the edit dialog shows it later', async ({
  openDevice,
}) => {
  const { ann, bob } = await openShared(openDevice);
  // With an item left, the category stays expanded.
  await addItem(bob, 'Carrots');
  await addItem(bob, 'Leek');
  const mark = row(ann, 'Leek').getByRole('img');
  await expect(mark).toHaveAccessibleName('Added by Ben');
  await itemBox(bob, 'Leek').check();
  await expect(mark).toHaveAccessibleName('Checked off by Ben');

  // A page that is closed while its disk is busy may not store that its marks were seen.
  await untilStored(ann);
  await ann.reload();
  await expect(itemBox(ann, 'Leek')).toBeChecked();
  await itemBox(bob, 'Leek').uncheck();
  await addItem(bob, 'Beans');
  await expect(row(ann, 'Beans').getByRole('img')).toBeVisible();
  // It was seen before the reload.
  await expect(row(ann, 'Leek').getByRole('img')).toHaveCount(0);

  await itemBox(ann, 'Leek').check();
  // Bob's only mark is that of Ann's tick.
  await expect(bob.getByRole('listitem').getByRole('img')).toHaveAccessibleName('Checked off by Anna');
  await itemBox(ann, 'Leek').press('F2');
  await expect(dialog(ann, 'Edit Item').getByText('Added by Ben · Checked off by you')).toBeVisible();
});
