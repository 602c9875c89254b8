/** The shopping trip on the disk: it survives a reload, and leaves with the account's data. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { removeSyncedRows } from './remove-synced-rows.ts';
import { createStorage } from './storage.ts';

beforeEach(stubIndexedDb);

const TRIP: Trip = {
  ticks: [{ itemId: 'milk', categoryId: 'dairy' }],
  behind: [{ itemId: 'cream', isNew: true }],
  lastTickAt: 5,
};

async function openTrip() {
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  return storage.loadTrip();
}

test('[O5] the trip is read as it was stored, by the next start too', async () => {
  const first = await openTrip();
  expect(await first.read()).toBeNull();
  first.write(TRIP);
  expect(await first.read()).toEqual(TRIP);
  expect(await (await openTrip()).read()).toEqual(TRIP);
  first.write(NO_TRIP);
  expect(await first.read()).toEqual(NO_TRIP);
});

test('[O5] a trip that cannot be read is ignored', async () => {
  const trip = await openTrip();
  await withRawDatabase((database) => database.put('meta', { ...TRIP, behind: ['cream'] }, 'trip'));
  expect(await trip.read()).toBeNull();
});

test('[Y9] [O5] the trip leaves the device with the synced data', async () => {
  const trip = await openTrip();
  trip.write(TRIP);
  expect(await removeSyncedRows(USER)).toBe(true);
  expect(await (await openTrip()).read()).toBeNull();
});
