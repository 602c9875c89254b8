/** Several tabs of one account: one list, and one of them syncs, whatever becomes of the others. */
import { expect } from '@playwright/test';
import { signIn } from './steps/account.ts';
import { devicesTest as test, expectSame } from './steps/devices.ts';
import { addItem, itemBox, listHeading } from './steps/enter-demo.ts';
import { countOnItsWay, expectSaved, isUpsert } from './steps/sync-status.ts';

test('[Y8] two tabs show the same list, and what is done in either is sent once', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const one = await openDevice(network.address);
  await signIn(one, account);
  const two = await one.context().newPage();
  await two.goto('/');
  // Slow enough for the tabs to get into each other's way.
  network.befall((arrival) => (isUpsert(arrival) ? { delayMs: 700 } : null));
  await addItem(one, 'Leek', 'Produce');
  await expect(itemBox(two, 'Leek')).toBeVisible();
  await addItem(two, 'Kale', 'Produce');
  await expect(itemBox(one, 'Kale')).toBeVisible();
  await itemBox(two, 'Leek').check();
  await expect(itemBox(one, 'Leek')).toBeChecked();
  await expect.poll(behind.items).toEqual(['Kale -', 'Leek x']);
  for (const page of [one, two]) await expectSaved(page);
  await expectSame(one, two);
  // Each act is one row in one request: numbers that were sent are sent once.
  const numbers = network.arrivals.filter(isUpsert).flatMap(({ body }) => body.match(/"device_seq":\d+/gu) ?? []);
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('[Y8] a tab that froze with the turn in its hands keeps the others waiting for half a minute at most', async ({
  openDevice,
  account,
  behind,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await expectSaved(page);
  const frozen = await page.context().newPage();
  await frozen.goto('/site/');
  await frozen.evaluate(
    (name) =>
      new Promise<void>((taken) => {
        void navigator.locks.request(name, () => {
          taken();
          return new Promise(() => undefined);
        });
      }),
    `sync:${behind.userId}`,
  );
  await addItem(page, 'Leek', 'Produce');
  await expect(listHeading(page)).toHaveText('My List (0/1 items)');
  await expect(countOnItsWay(page)).toHaveText('1 item syncing');
  await expect.poll(behind.items, { timeout: 35_000 }).toEqual(['Leek -']);
});
