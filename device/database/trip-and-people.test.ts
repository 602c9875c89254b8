/** The shopping trip, earlier walks and the people of a list on the disk: they survive a reload, and are removed with the account's data. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { NO_WALKS, type WalkMemories } from '#core/trip/walked-order.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { removeSyncedRows } from './remove-list.ts';
import { createStorage } from './storage.ts';
import { listKey } from '#core/account/list-ref.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { openSyncTab } from '#test/account/open-sync-tab.ts';

beforeEach(stubIndexedDb);

const TRIP: Trip = {
  ticks: [{ itemId: 'milk', categoryId: 'dairy' }],
  behind: [{ itemId: 'cream', isNew: true }],
  removed: ['beer'],
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

const BEA: ItemPeople = { addedBy: 'bea', tickedBy: null };

const added = (id: string, version: number, people?: ItemPeople): VersionedRow => ({
  table: 'items',
  row: itemRow(id),
  version,
  deviceId: 'other',
  ...(people && { people }),
});

test('[H8] an item’s people are stored with its row and are no part of the list', async () => {
  const { sync, delta } = await openSyncTab();
  const people = await createStorage(USER).loadPeople();
  await sync.receive([added('milk', 1, BEA), added('tea', 2)], {});
  expect(await people.readPeople('milk')).toEqual(BEA);
  expect(await people.readPeople('tea')).toBeNull();
  expect(await people.readPeople('eggs')).toBeNull();
  expect((await delta()).base.items).toEqual([itemRow('milk'), itemRow('tea')]);
});

test('[H8] nothing is unseen in the first sync; later changes collect until the list was viewed', async () => {
  const { sync } = await openSyncTab();
  const people = await createStorage(USER).loadPeople();
  await sync.receive([added('milk', 1, BEA)], {});
  expect(await people.readUnseen()).toEqual(new Map());
  await sync.markComplete();
  await sync.receive([added('tea', 2, BEA)], {});
  await sync.receive([added('eggs', 3, BEA), added('rice', 4, { addedBy: USER, tickedBy: null })], {});
  expect([...(await people.readUnseen()).keys()]).toEqual(['tea', 'eggs']);
  await people.clearUnseen();
  expect(await people.readUnseen()).toEqual(new Map());
});

test('[H8] in another list of the account, too, its own changes are not recorded', async () => {
  const storage = createStorage(listKey({ userId: USER, listId: 'groceries' }));
  const sync = await storage.loadSync(createFakeClock());
  await sync.markComplete();
  await sync.receive([added('milk', 1, { addedBy: USER, tickedBy: null }), added('tea', 2, BEA)], {});
  expect([...(await (await storage.loadPeople()).readUnseen()).keys()]).toEqual(['tea']);
});

test('[H8] unseen changes that cannot be read are ignored', async () => {
  const { sync } = await openSyncTab();
  await sync.markComplete();
  await withRawDatabase((database) => database.put('meta', new Map([['milk', 'bea']]), 'unseen'));
  const people = await createStorage(USER).loadPeople();
  expect(await people.readUnseen()).toEqual(new Map());
  await sync.receive([added('tea', 2, BEA)], {});
  expect([...(await people.readUnseen()).keys()]).toEqual(['tea']);
});

/** The list's own row after an account has loaded a saved list. */
const loadedBy = (by: string, name: string, version: number): VersionedRow => ({
  table: 'listRow',
  row: { id: LIST_ROW_ID, listName: `Week ${version}`, loaded: { id: `${by} ${name}`, name, by }, deleted: false },
  version,
  deviceId: 'other',
});

test('[S5] a load by another member is stored until it was shown; the first download, an older load and one’s own are not', async () => {
  const { sync } = await openSyncTab();
  const people = await createStorage(USER).loadPeople();
  const unseen = async () => (await people.readUnseenLoad())?.name;
  await sync.receive([loadedBy('bea', 'Soup', 1)], {});
  await sync.markComplete();
  // Only the name is new.
  await sync.receive([loadedBy('bea', 'Soup', 2)], {});
  expect(await unseen()).toBeUndefined();
  await sync.receive([loadedBy('bea', 'BBQ', 3)], {});
  await sync.receive([added('tea', 4, BEA)], {});
  expect(await unseen()).toBe('BBQ');
  await people.clearUnseenLoad('bea Soup');
  expect(await unseen()).toBe('BBQ');
  await people.clearUnseenLoad('bea BBQ');
  expect(await unseen()).toBeUndefined();
  await sync.receive([loadedBy('bea', 'Cake', 5)], {});
  await sync.receive([loadedBy(USER, 'Stew', 6)], {});
  expect(await unseen()).toBeUndefined();
});

/** The list's own row after Bea has emptied the list. */
const emptiedByBea = (version: number): VersionedRow => ({
  table: 'listRow',
  row: {
    id: LIST_ROW_ID,
    listName: 'Week',
    loaded: { id: `empty-list:${version}`, name: 'Empty List', by: 'bea' },
    deleted: false,
  },
  version,
  deviceId: 'other',
});

test('[S5] that a list was emptied is forgotten when Undo brings its items back while the app is closed, and not for other items', async () => {
  const { sync } = await openSyncTab();
  const people = await createStorage(USER).loadPeople();
  const unseen = async () => (await people.readUnseenLoad())?.id;
  const deleted: VersionedRow = {
    table: 'items',
    row: itemRow('milk', { deleted: true }),
    version: 5,
    deviceId: 'other',
  };
  await sync.receive([loadedBy('bea', 'Soup', 1), added('milk', 2)], {});
  await sync.markComplete();
  await sync.receive([emptiedByBea(4), deleted], {});
  await sync.receive([added('tea', 6, BEA)], {});
  await sync.receive([added('tea', 7, BEA)], {});
  expect(await unseen()).toBe('empty-list:4');
  await sync.receive([added('milk', 8, BEA)], {});
  expect(await unseen()).toBeUndefined();
  // An item that was not deleted on this device does not show that the emptying was undone.
  await sync.receive([emptiedByBea(9), added('milk', 10, BEA)], {});
  expect(await unseen()).toBe('empty-list:9');
});

test('[S5] a load that cannot be read is ignored, and removed with the synced rows', async () => {
  const { sync, storage } = await openSyncTab();
  const people = await createStorage(USER).loadPeople();
  await withRawDatabase((database) => database.put('meta', { id: 1 }, 'unseenLoad'));
  expect(await people.readUnseenLoad()).toBeNull();
  await sync.receive([loadedBy('bea', 'Soup', 1)], {});
  await sync.markComplete();
  await sync.receive([loadedBy('bea', 'BBQ', 2)], {});
  expect(await people.readUnseenLoad()).not.toBeNull();
  await storage.close();
  await removeSyncedRows(USER);
  expect(await (await createStorage(USER).loadPeople()).readUnseenLoad()).toBeNull();
});
