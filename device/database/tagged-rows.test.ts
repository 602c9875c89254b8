/** Lists of version 4 of the database, whose diffs had a list of rows for each table: nothing in them is lost. */
import type { IDBPDatabase } from 'idb';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { itemRow } from '#core/testing/contents.ts';
import { valueOf } from '#test/account/open-sync-tab.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { createStorage } from './storage.ts';
import { createOldDatabase, fillVersion3, HISTORY, SYNC, SYNC_OF_VERSION_3, VALUES } from './testing/old-database.ts';

beforeEach(stubIndexedDb);

const createOld = (version: 1 | 2 | 3 | 4, fill: (database: IDBPDatabase) => Promise<unknown>) =>
  createOldDatabase(USER, version, fill);

const open = async () => valueOf(await createStorage(USER).open(EMPTY_CONTENTS));

/** A change of each table: its step in version 4, and its patches, which the outbox and other records hold. */
const EACH_TABLE = {
  categories: { id: 'dairy', before: { name: 'Milk' }, after: { name: 'Dairy' } },
  items: { id: 'bread', before: { amount: null }, after: { amount: 2 } },
  savedLists: { id: 'week', before: { name: 'Week' }, after: { name: 'week' } },
  profile: { id: 'profile', before: { listName: 'Mine' }, after: { listName: 'Ours' } },
};
const RENAMING = { table: 'profile', id: 'profile', fields: { listName: 'Ours' } };

/** What version 4 adds to the list of version 3: the list's own row in the outbox, in a step, and in an ended list. */
const fillVersion4 = async (database: IDBPDatabase): Promise<void> => {
  const group = { table: 'profile', deviceId: SYNC.device.id, patches: [{ patch: RENAMING, seq: 9 }] };
  const { push } = SYNC_OF_VERSION_3;
  await fillVersion3(database, {
    ...SYNC_OF_VERSION_3,
    itemFields: NEWEST_MIGRATION,
    push: { ...push, groups: [group] },
  });
  const rows = Object.entries(EACH_TABLE).map(([table, row]) => [table, [row]]);
  await database.put('history', { id: '1', diff: Object.fromEntries(rows), undone: true });
  await database.put('outbox', { patches: [RENAMING], id: 'tab-2' }, 6);
  const [entry] = VALUES.lists.entries;
  const copy = { listName: 'Gone', items: [], categories: [], savedLists: [] };
  const ended = { ...entry, id: 'gone', state: 'ended', unsent: { copy, patches: [RENAMING] } };
  await database.put('meta', { ...VALUES.lists, entries: [ended] }, 'lists');
};

const RENAMED = { ...RENAMING, table: 'listRow' };

test('[D1] [U3] keeps its undo steps, whose rows now carry their table', async () => {
  await createOld(4, fillVersion4);
  const { categories, items, savedLists, profile } = EACH_TABLE;
  const { history } = await open();
  expect(history).toEqual([
    {
      id: '1',
      diff: [
        { ...categories, table: 'categories' },
        { ...items, table: 'items' },
        { ...savedLists, table: 'savedLists' },
        { ...profile, table: 'listRow' },
      ],
      undone: true,
    },
    ...HISTORY,
  ]);
});

test('[D1] [Y4] keeps every unsent change of the list’s own row, whose table has another name now', async () => {
  await createOld(4, fillVersion4);
  const { outbox } = await open();
  expect(outbox.at(-1)).toEqual({ key: 6, patches: [RENAMED] });
  const storage = createStorage(USER);
  const sync = await storage.loadSync(createFakeClock());
  const group = valueOf(await sync.nextGroup());
  expect(group).toMatchObject({ table: 'listRow', patches: [{ patch: RENAMED, seq: 9 }] });
  expect(valueOf(await sync.readSync())).toMatchObject({ rejected: SYNC.rejected, cursors: { listRow: 37 } });
  const lists = valueOf(await (await storage.loadLists(USER)).read());
  expect(lists.entries).toMatchObject([{ id: 'gone', unsent: { patches: [RENAMED] } }]);
  expect(await withRawDatabase((database) => database.get('meta', 'quarantine'))).toEqual(VALUES.quarantine);
});

test('[D1] an undo step that cannot be read is quarantined unchanged', async () => {
  const broken = { id: '1', diff: { items: 7 }, undone: false };
  await createOld(4, async (database) => {
    await database.put('groceryItems', itemRow('milk'));
    await database.put('history', broken);
  });
  expect((await open()).history).toEqual([]);
  expect(await withRawDatabase((database) => database.get('meta', 'quarantine'))).toEqual([
    { store: 'history', key: '1', value: broken },
  ]);
});
