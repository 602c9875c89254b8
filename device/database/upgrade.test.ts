/** Databases that older builds created: nothing in them is lost. */
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import { createSyncRecord } from '#core/sync/sync-record.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { abortPuts, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { valueOf } from '#test/account/open-sync-tab.ts';
import { createStorage } from './storage.ts';
import { ROW_STORES } from './schema.ts';

beforeEach(stubIndexedDb);

/** Creates the database as a build of this version did. */
async function createOld(version: 1 | 2, fill: (database: IDBPDatabase) => Promise<unknown>): Promise<void> {
  const old = await openDB(`checklist:${USER}`, version, {
    upgrade(database) {
      for (const name of ROW_STORES) {
        const rows = database.createObjectStore(name, { keyPath: 'id' });
        if (version === 2) rows.createIndex('stamp', 'stamp');
      }
      database.createObjectStore('outbox', { autoIncrement: true });
      database.createObjectStore('history', { keyPath: 'id' });
      database.createObjectStore('meta');
    },
  });
  await fill(old);
  old.close();
}

const open = async () => valueOf(await createStorage(USER).open(EMPTY_CONTENTS));
const readRows = (name: string) =>
  withRawDatabase((database) =>
    Promise.all([database.getAll(name), database.getAllFromIndex(name, 'localSeq')] as const),
  );

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
const STEP = { id: '1', diff: EMPTY_DIFF, undone: false };
const REJECTED = {
  id: 'phone/7',
  group: { table: 'items', deviceId: 'phone', patches: [{ patch: PATCH, seq: 7 }] },
  message: 'No.',
};
const { rejected: _, ...record } = createSyncRecord('phone');

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
        profile: [{ id: 'profile', listName: 'Ours', deleted: false }],
      },
      outbox: [{ key: 1, patches: UNSENT.patches }],
      history: [STEP],
      compactedUpTo: 0,
      localSeq: 3,
      collapsed: ['dairy'],
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
