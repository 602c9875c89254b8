/** Databases that older builds created: nothing in them is lost. */
import type { IDBPDatabase } from 'idb';
import { byTable } from '#core/list/row.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { createSyncRecord } from '#core/sync/sync-record.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { abortPuts, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { valueOf } from '#test/account/open-sync-tab.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { takeFirstScreenTicks } from '#device/first-screen.ts';
import { renameOldKeys } from './migrations.ts';
import { createStorage } from './storage.ts';
import {
  createOldDatabase,
  fillVersion3,
  HISTORY,
  OUTBOX,
  STORES,
  SYNC,
  SYNC_OF_VERSION_3,
  VALUES,
} from './testing/old-database.ts';

beforeEach(stubIndexedDb);

const createOld = (version: 1 | 2 | 3 | 4, fill: (database: IDBPDatabase) => Promise<unknown>) =>
  createOldDatabase(USER, version, fill);

const open = async () => valueOf(await createStorage(USER).open(EMPTY_CONTENTS));
const readRows = (name: string) =>
  withRawDatabase((database) =>
    Promise.all([database.getAll(name), database.getAllFromIndex(name, 'localSeq')] as const),
  );

const readSyncRecord = () => withRawDatabase((database) => database.get('meta', 'sync') as Promise<unknown>);

test('[D1] the rows of a version without sequence numbers are kept, and numbered from now on', async () => {
  await createOld(1, (database) => database.put('groceryItems', itemRow('milk')));
  expect((await open()).base.items).toEqual([itemRow('milk')]);
  expect(await readRows('groceryItems')).toEqual([[itemRow('milk')], []]);
});

test('[D1] the single values of version 1 are kept under their current names', async () => {
  await createOld(1, (database) =>
    Promise.all([
      database.put('groceryCategories', categoryRow('dairy')),
      database.add('outbox', { patches: [PATCH], id: 'unsent' }),
      database.put('meta', 1, 'absorbedUpTo'),
      database.put('meta', ['arrived'], 'absorbedIds'),
      database.put('meta', ['dairy'], 'folded'),
      database.put('meta', [{ store: 'outbox', key: 9, value: 'x' }], 'aside'),
    ]),
  );
  expect(await open()).toMatchObject({
    compactedUpTo: 1,
    collapsed: ['dairy'],
    base: { categories: [categoryRow('dairy')] },
  });
  expect(await withRawDatabase((database) => database.getAllKeys('meta'))).toEqual([
    'collapsed',
    'compactedIds',
    'compactedUpTo',
    'quarantine',
  ]);
});

const PATCH = { table: 'items', id: 'milk', fields: { checked: true } };
const UNSENT = { patches: [PATCH], id: 'unsent' };
const STEP = { id: '1', diff: { items: [], categories: [], savedLists: [], profile: [] }, undone: false };
const REJECTED = {
  id: 'phone/7',
  group: { table: 'items', deviceId: 'phone', patches: [{ patch: PATCH, seq: 7 }] },
  message: 'No.',
};
const { rejected: _, itemFields: __, ...created } = createSyncRecord('phone');
const record = { ...created, cursors: { items: 0, categories: 0, savedLists: 0, profile: 0 } };

/** A list of version 2 with an unsent change, a rejected one and every single value. */
const fill = (database: IDBPDatabase) =>
  Promise.all([
    database.put('groceryItems', { ...itemRow('milk'), stamp: 3, version: 40 }),
    database.put('groceryItems', itemRow('tea')),
    database.put('groceryCategories', { ...categoryRow('dairy'), stamp: 2 }),
    database.put('savedLists', { ...savedListRow('week'), stamp: 1 }),
    database.put('profile', { id: 'profile', listName: 'Ours', deleted: false, stamp: 3 }),
    database.add('outbox', UNSENT),
    database.put('history', STEP),
    database.put('meta', 0, 'absorbedUpTo'),
    database.put('meta', ['arrived'], 'absorbedIds'),
    database.put('meta', 3, 'stamp'),
    database.put('meta', ['dairy'], 'folded'),
    database.put('meta', [{ store: 'outbox', key: 9, value: 'x' }], 'aside'),
    database.put('meta', { ...record, isComplete: true, tray: [REJECTED] }, 'sync'),
  ]);

describe('a list of version 2', () => {
  test('[D1] [Y4] keeps its rows, its unsent and rejected changes, its history and its settings', async () => {
    await createOld(2, fill);
    expect(await open()).toEqual({
      base: {
        items: [itemRow('milk'), itemRow('tea')],
        categories: [categoryRow('dairy')],
        savedLists: [savedListRow('week')],
        listRow: [{ id: 'profile', listName: 'Ours', deleted: false }],
      },
      outbox: [{ key: 1, patches: UNSENT.patches }],
      history: [{ ...STEP, diff: [] }],
      compactedUpTo: 0,
      localSeq: 3,
      collapsed: ['dairy'],
      chosenStore: null,
      isFresh: false,
    });
    const sync = await createStorage(USER).loadSync(createFakeClock());
    expect(valueOf(await sync.readSync())).toMatchObject({ isComplete: true, rejected: [REJECTED], deviceId: 'phone' });
    expect(valueOf(await sync.nextGroup())?.patches).toMatchObject([{ patch: PATCH }]);
  });

  test('[D1] has its values under the current names only', async () => {
    await createOld(2, fill);
    await open();
    const milk = { ...itemRow('milk'), localSeq: 3, version: 40 };
    expect(await readRows('groceryItems')).toEqual([[milk, itemRow('tea')], [milk]]);
    expect(await withRawDatabase((database) => database.getAllKeys('meta'))).toEqual([
      'collapsed',
      'compactedIds',
      'compactedUpTo',
      'localSeq',
      'quarantine',
      'sync',
    ]);
    expect(await withRawDatabase((database) => database.get('meta', 'compactedIds'))).toEqual(['arrived']);
  });

  test('[D2] is unchanged if the disk is too full for the upgrade, and is upgraded at the next start', async () => {
    await createOld(2, fill);
    const full = abortPuts('QuotaExceededError');
    expect((await createStorage(USER).open(null)).ok).toBe(false);
    full.mockRestore();
    expect(await withRawDatabase((database) => database.get('meta', 'folded'))).toEqual(['dairy']);
    expect((await open()).outbox).toEqual([{ key: 1, patches: UNSENT.patches }]);
  });

  test('[D1] a sync record that cannot be read is left unchanged', async () => {
    await createOld(2, async (database) => {
      await fill(database);
      await database.put('meta', 'broken', 'sync');
    });
    await open();
    expect(await withRawDatabase((database) => database.get('meta', 'sync'))).toBe('broken');
  });
});

describe('a list of version 3', () => {
  test('[D1] [U3] [Y4] keeps its rows, undo steps, unsent and rejected changes, and settings', async () => {
    await createOld(3, (database) => fillVersion3(database));
    const state = await open();
    const item = itemRow('bread', { name: 'Bread' });
    expect(state).toMatchObject({
      base: {
        items: [item, itemRow('milk', { name: 'Milk', amount: 2, unit: 'l', note: 'fresh' })],
        categories: [categoryRow('dairy', { name: 'Dairy' })],
        savedLists: [savedListRow('week')],
        listRow: [{ id: 'profile', listName: 'Ours', deleted: false }],
      },
      history: HISTORY,
      compactedUpTo: 1,
      localSeq: 3,
      collapsed: ['dairy'],
      chosenStore: null,
      isFresh: false,
    });
    expect(state.outbox.map(({ key }) => key)).toEqual([2, 3, 4, 5]);
    for (const [store, records] of Object.entries({ ...STORES, history: HISTORY, outbox: Object.values(OUTBOX) }))
      expect(await withRawDatabase((database) => database.getAll(store))).toEqual(records);
  });

  test('[D1] [Y4] continues its sync where it was: the same group, cursors, device, rejected and unseen changes', async () => {
    await createOld(3, (database) => fillVersion3(database));
    await open();
    expect(await readSyncRecord()).toEqual({ ...SYNC, itemFields: 8 });
    const storage = createStorage(USER);
    const sync = await storage.loadSync(createFakeClock());
    const { push, device, cursors: _cursors, ...expected } = SYNC;
    // The rows are pulled again once the app knows a newer field.
    expect(valueOf(await sync.readSync())).toMatchObject({
      ...expected,
      cursors: byTable(() => 0),
      deviceId: device.id,
    });
    expect(valueOf(await sync.nextGroup())).toEqual(push.groups[0]);
    const people = await storage.loadPeople();
    expect([...(await people.readUnseen()).keys()]).toEqual(['bread']);
    expect(await people.readPeople('milk')).toEqual({ addedBy: 'bob', tickedBy: null });
    expect(valueOf(await (await storage.loadLists(USER)).read())).toMatchObject({
      cursor: 7,
      entries: [{ name: 'Ours' }],
    });
  });

  test('[Y4] keeps the ticks on its first screen, until they are applied', async () => {
    await createOld(3, (database) => fillVersion3(database));
    const taken: unknown[] = [];
    await takeFirstScreenTicks(personalList(USER), (ticks) => Promise.resolve(taken.push(...ticks) > 0));
    expect(taken).toEqual([['milk', false]]);
    expect(await withRawDatabase((database) => database.getAllKeys('meta'))).toEqual(
      Object.keys(VALUES).filter((key) => !key.startsWith('firstScreenTicks')),
    );
  });

  test('[Q6] pulls its items again if they were stored without details and people', async () => {
    await createOld(3, (database) => fillVersion3(database, SYNC_OF_VERSION_3));
    await open();
    expect(await readSyncRecord()).toEqual({ ...SYNC, itemFields: 0 });
    const storage = createStorage(USER);
    const sync = await storage.loadSync(createFakeClock());
    expect(valueOf(await sync.readSync()).cursors).toEqual(byTable(() => 0));
    const row = itemRow('milk', { name: 'Milk', amount: 3 });
    await sync.receive([{ table: 'items', row, version: 40, deviceId: null }], { items: 42 });
    const { base } = valueOf(await storage.readAfter({ key: 0, localSeq: -1 }));
    expect(base.items.find(({ id }) => id === 'milk')?.amount).toBe(3);
    expect(base.items).toHaveLength(2);
  });
});

test('[D6] a database of every version ends with the same stores and indexes as a new one', async () => {
  const describeStores = () =>
    withRawDatabase(async (database) => {
      const tx = database.transaction(Array.from(database.objectStoreNames));
      return Promise.resolve(
        Array.from(database.objectStoreNames, (name) => {
          const { keyPath, autoIncrement, indexNames } = tx.objectStore(name);
          return { name, keyPath, autoIncrement, indexNames: [...indexNames], version: database.version };
        }),
      );
    });
  await open();
  const expected = await describeStores();
  for (const version of [1, 2, 3, 4] as const) {
    stubIndexedDb();
    await createOld(version, () => Promise.resolve());
    await open();
    expect(await describeStores()).toEqual(expected);
  }
});

describe('the local storage keys of older builds', () => {
  test('[Y4] [Y9] get their current names; what is stored under those is newer', () => {
    const values = stubLocalStorage({
      'checklist.stranded.ann.1': '[1]',
      'checklist.queued.ann': '3',
      'checklist.queued.bob': '5',
      'checklist.unsent-count.bob': '7',
      'checklist.plain.ann.items': '[]',
      'checklist.session': 'x',
    });
    renameOldKeys();
    expect(Object.fromEntries(values)).toEqual({
      'checklist.unload-journal.ann.1': '[1]',
      'checklist.unsent-count.ann': '3',
      'checklist.unsent-count.bob': '7',
      'checklist.unversioned-rows.ann.items': '[]',
      'checklist.session': 'x',
    });
  });

  test('[D2] stay while there is no room for the new ones', () => {
    const values = stubLocalStorage({ 'checklist.stranded.ann.1': '[1]' });
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    renameOldKeys();
    expect([...values.keys()]).toEqual(['checklist.stranded.ann.1']);
  });
});
