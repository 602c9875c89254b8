/** The people of a list's items on the disk (product H8). */
import { beforeEach, expect, test } from 'vitest';
import { listKey } from '#core/account/list-ref.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
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
