/** Several tabs of one account share one list, and exactly one of them syncs. */
import { expect } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { devicesTest as test, expectSame } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { expectSaved, isUpsert } from '#e2e/checks/sync-status.ts';

test('[Y8] two tabs show the same list, and changes in either are sent once', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const one = await openDevice(network.address);
  await signIn(one, account);
  const two = await one.context().newPage();
  await two.goto('/');
  // Slow enough for conflicts between the tabs.
  network.injectFaults((arrival) => (isUpsert(arrival) ? { delayMs: 700 } : null));
  await addItem(one, 'Leek', 'Produce');
  await expect(itemBox(two, 'Leek')).toBeVisible();
  await addItem(two, 'Kale', 'Produce');
  await expect(itemBox(one, 'Kale')).toBeVisible();
  await itemBox(two, 'Leek').check();
  await expect(itemBox(one, 'Leek')).toBeChecked();
  await expect.poll(behind.items).toEqual(['Kale -', 'Leek x']);
  for (const page of [one, two]) await expectSaved(page);
  await expectSame(one, two);
  // Each change is one row in one request, so every number is sent once.
  const numbers = network.arrivals.filter(isUpsert).flatMap(({ body }) => body.match(/"device_seq":\d+/gu) ?? []);
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
});
