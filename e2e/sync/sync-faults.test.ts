/** Faulty networks: nothing is lost or duplicated, and the shopper never waits. */
import { expect } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { button } from '#e2e/steps/controls.ts';
import { devicesTest as test, expectSame } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { stopClock } from '#e2e/fixtures/still-clock.ts';
import { renameItem } from '#e2e/steps/list.ts';
import { countOnItsWay, expectSaved, isUpsert } from '#e2e/checks/sync-status.ts';

test('[Y6] [Y4] a server that accepts and never answers blocks nothing, and receives everything once it answers', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const one = await openDevice(network.address);
  await one.clock.install();
  await signIn(one, account);
  for (const name of ['Leek', 'Kale']) await addItem(one, name, 'Produce');
  await expect.poll(behind.items).toEqual(['Kale -', 'Leek -']);
  // With a clock that stands still, requests do not time out, so a change that waited for one would never be shown.
  await stopClock(one);
  await expectSaved(one);
  network.injectFaults(() => 'stall');
  const before = network.arrivals.filter(isUpsert).length;
  await itemBox(one, 'Leek').check();
  await expect(listHeading(one)).toHaveText('My List (1/2 items)');
  await addItem(one, 'Chard', 'Produce');
  await expect(itemBox(one, 'Chard')).toBeVisible();
  await button(one, 'Delete Kale').click();
  await expect(itemBox(one, 'Kale')).toHaveCount(0);
  const sent = (): number => network.arrivals.filter(isUpsert).length - before;
  // One request at a time; each times out after ten seconds and is retried.
  await one.clock.resume();
  await expect.poll(sent).toBe(1);
  await one.clock.fastForward(10_000);
  await expect.poll(sent).toBe(2);
  await expect(countOnItsWay(one)).toHaveText(/^3 items/u);
  network.injectFaults(() => null);
  await one.clock.fastForward(10_000);
  await expect.poll(behind.items).toEqual(['Chard -', 'Leek x']);
  await expect(listHeading(one)).toHaveText('My List (1/2 items)');
});

test('[Y5] without realtime, a device pulls on its own', async ({ openDevice, account, network, behind }) => {
  const one = await openDevice(network.address);
  network.injectFaults(({ method }) => (method === 'UPGRADE' ? 'stall' : null));
  await one.clock.install();
  await signIn(one, account);
  await expectSaved(one);
  await stopClock(one);
  const two = await openDevice();
  await signIn(two, account);
  await addItem(two, 'Leek', 'Produce');
  await expect.poll(behind.items).toEqual(['Leek -']);
  await expect(itemBox(one, 'Leek')).toHaveCount(0);
  await one.clock.fastForward(20_000);
  await expect(itemBox(one, 'Leek')).toBeVisible();
});

test('[Y1] a retry after a lost answer does not revert a newer change by another device', async ({
  openDevice,
  account,
  network,
}) => {
  const one = await openDevice(network.address);
  await signIn(one, account);
  const two = await openDevice();
  await signIn(two, account);
  for (const name of ['Leek', 'Kale']) await addItem(one, name, 'Produce');
  await expect(itemBox(two, 'Kale')).toBeVisible();
  await expectSaved(one);
  // From here on, the server processes requests, but no response arrives.
  network.injectFaults((arrival) => (isUpsert(arrival) ? 'cut-after' : null));
  const before = network.arrivals.length;
  await renameItem(one, 'Leek', 'Big Leek');
  await expect(itemBox(two, 'Big Leek')).toBeVisible();
  await renameItem(two, 'Big Leek', 'Bigger Leek');
  // The request was sent again.
  const sent = (): number => network.arrivals.slice(before).filter(isUpsert).length;
  const now = sent();
  await expect.poll(sent).toBeGreaterThan(now);
  network.injectFaults(() => null);
  await expectSaved(one);
  for (const page of [one, two]) {
    await expect(itemBox(page, 'Bigger Leek')).toBeVisible();
    await expect(listHeading(page)).toHaveText('My List (0/2 items)');
  }
  await expectSame(one, two);
});
