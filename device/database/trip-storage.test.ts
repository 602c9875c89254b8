/** The shopping trip and earlier walks on the disk: they survive a reload, and are removed with the account's data. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { NO_WALKS, type WalkMemories } from '#core/trip/walked-order.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { removeSyncedRows } from './remove-list.ts';
import { createStorage } from './storage.ts';

beforeEach(stubIndexedDb);

const TRIP: Trip = {
  ticks: [{ itemId: 'milk', categoryId: 'dairy' }],
  behind: [{ itemId: 'cream', isNew: true }],
  lastTickAt: 5,
  isLearned: true,
  store: 'a',
};
const MEMORY: WalkMemories = {
  walks: [['dairy', 'bakery']],
  asks: false,
  stores: [{ id: 'a', walks: [['deli', 'dairy']], asks: true }],
};
const NOTHING = { trip: NO_TRIP, memory: NO_WALKS };

async function openTrips() {
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  return storage.loadTrip();
}

test('[O5] [O4] the trip and earlier walks are read as they were stored, even after the next start', async () => {
  const first = await openTrips();
  expect(await first.read()).toEqual(NOTHING);
  first.writeTrip(TRIP);
  first.updateMemory(() => MEMORY);
  expect(await first.read()).toEqual({ trip: TRIP, memory: MEMORY });
  expect(await (await openTrips()).read()).toEqual({ trip: TRIP, memory: MEMORY });
  first.writeTrip(NO_TRIP);
  expect(await first.read()).toEqual({ trip: NO_TRIP, memory: MEMORY });
});

test('[O4] a tab changes the walks that another tab has stored', async () => {
  const [first, second] = [await openTrips(), await openTrips()];
  first.updateMemory(() => MEMORY);
  second.updateMemory((memory) => ({ ...memory, walks: [...memory.walks, ['deli', 'dairy']] }));
  expect((await first.read()).memory).toEqual({ ...MEMORY, walks: [...MEMORY.walks, ['deli', 'dairy']] });
});

test('[O5] [O4] data that cannot be read is ignored', async () => {
  const trips = await openTrips();
  await withRawDatabase(async (database) => {
    await database.put('meta', { ...TRIP, behind: ['cream'] }, 'trip');
    await database.put('meta', { ...MEMORY, stores: [{ id: 'a', walks: [['dairy', 3]], asks: true }] }, 'walks');
  });
  expect(await trips.read()).toEqual(NOTHING);
});

test('[Y9] [O5] [O4] both are removed from the device with the synced data', async () => {
  const trips = await openTrips();
  trips.writeTrip(TRIP);
  trips.updateMemory(() => MEMORY);
  expect(await removeSyncedRows(USER)).toBe(true);
  expect(await (await openTrips()).read()).toEqual(NOTHING);
});
