/** Shop mode says what other members add to categories that the shopper has passed (product O5). */
import { expect } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { openShared } from '#e2e/steps/lists.ts';

test('[O5] another member’s item behind the shopper is announced, even after a reload, and a tap goes there', async ({
  openDevice,
}) => {
  const { ann, bob } = await openShared(openDevice);
  for (const name of ['Milk', 'Apples', 'Bananas', 'Bread']) await addItem(bob, name);
  await expect(itemBox(ann, 'Bread')).toBeVisible();
  await button(ann, 'Shop mode').click();
  await itemBox(ann, 'Milk').check();
  await itemBox(ann, 'Apples').check();

  await addItem(bob, 'Yogurt');
  const yogurt = 'Ben added Yogurt. You have passed Dairy.';
  await expect(ann.getByRole('status').filter({ hasText: yogurt })).toBeVisible();
  await ann.reload();
  await addItem(bob, 'Butter');
  // Shop mode is still on.
  await expect(itemBox(ann, 'Butter')).toBeAttached();
  const butter = 'Ben added Butter. You have passed Dairy. 1 more item is in categories you have passed.';
  await button(ann, butter).click();
  await expect(itemBox(ann, 'Butter')).toBeFocused();
  await itemBox(ann, 'Butter').check();
  await expect(ann.getByText('You have passed')).toHaveCount(0);
});
