/** The people of a list's items on the disk (product H8), and who loaded a saved list (product S5). */
import { beforeEach, expect, test } from 'vitest';
import { listKey } from '#core/account/list-ref.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { removeSyncedRows } from '#device/database/remove-list.ts';
import { createStorage } from '#device/database/storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { openSyncTab } from '#test/account/open-sync-tab.ts';

beforeEach(stubIndexedDb);

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
