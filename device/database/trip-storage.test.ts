/** The shopping trip on the disk: it survives a reload, and is removed with the account's data. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { NO_TRIP } from '#core/trip/trip.ts';
import type { TripRecord } from '#client/ports/storage.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { removeSyncedRows } from './remove-synced-rows.ts';
import { createStorage } from './storage.ts';

beforeEach(stubIndexedDb);

const RECORD: TripRecord = {
  trip: {
    ticks: [{ itemId: 'milk', categoryId: 'dairy' }],
    behind: [{ itemId: 'cream', isNew: true }],
    lastTickAt: 5,
  },
  memory: { walks: [['dairy', 'bakery']], asks: true },
};

async function openTrip() {
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  return storage.loadTrip();
}

test('[O5] [O4] the trip and earlier walks are read as they were stored, even after the next start', async () => {
  const first = await openTrip();
  expect(await first.read()).toBeNull();
  first.write(RECORD);
  expect(await first.read()).toEqual(RECORD);
  expect(await (await openTrip()).read()).toEqual(RECORD);
  first.write({ ...RECORD, trip: NO_TRIP });
  expect(await first.read()).toEqual({ ...RECORD, trip: NO_TRIP });
});

test.each([
  { ...RECORD, trip: { ...RECORD.trip, behind: ['cream'] } },
  { ...RECORD, memory: { walks: [['dairy', 3]], asks: true } },
  { trip: RECORD.trip },
])('[O5] a record that cannot be read is ignored: %j', async (broken) => {
  const trip = await openTrip();
  // This version cannot write it; another version of the app could.
  await withRawDatabase((database) => database.put('meta', broken as never, 'trip'));
  expect(await trip.read()).toBeNull();
});

test('[Y9] [O5] the trip is removed from the device with the synced data', async () => {
  const trip = await openTrip();
  trip.write(RECORD);
  expect(await removeSyncedRows(USER)).toBe(true);
  expect(await (await openTrip()).read()).toBeNull();
});
