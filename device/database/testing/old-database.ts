/** For tests: creates databases as older builds did, with the list of `VERSION_3`, and what is in them today. */
import { type IDBPDatabase, openDB } from 'idb';
import { databaseName, ROW_STORES } from '#device/database/schema.ts';
import { VERSION_3 } from './version-3.ts';

/** The index over the local sequence numbers of rows in each version. */
const INDEX = { 1: null, 2: 'stamp', 3: 'localSeq', 4: 'localSeq' } as const;

/** Creates the database as a build of this version did. */
export async function createOldDatabase(
  listKey: string,
  version: 1 | 2 | 3 | 4,
  fill: (database: IDBPDatabase) => Promise<unknown>,
): Promise<void> {
  const old = await openDB(databaseName(listKey), version, {
    upgrade(database) {
      for (const name of ROW_STORES) {
        const rows = database.createObjectStore(name, { keyPath: 'id' });
        const index = INDEX[version];
        if (index !== null) rows.createIndex(index, index);
      }
      database.createObjectStore('outbox', { autoIncrement: true });
      database.createObjectStore('history', { keyPath: 'id' });
      database.createObjectStore('meta');
    },
  });
  await fill(old);
  old.close();
}

/** The sync record in `VERSION_3`. The flag tells that the items were stored with their details and people. */
const { hasPeople: _flag, ...syncRecord } = VERSION_3.meta.sync;
export const SYNC_OF_VERSION_3 = syncRecord;
const { meta, outbox, ...stores } = VERSION_3;
export const VALUES = meta;
export const OUTBOX = outbox;
export const STORES = stores;

/** The same record today. */
export const SYNC = {
  ...SYNC_OF_VERSION_3,
  cursors: { items: 42, categories: 39, savedLists: 38, listRow: 37 },
  rejected: SYNC_OF_VERSION_3.rejected.map(({ group, ...rest }) => ({
    ...rest,
    group: {
      ...group,
      table: 'listRow',
      patches: group.patches.map(({ patch, seq }) => ({ patch: { ...patch, table: 'listRow' }, seq })),
    },
  })),
};

/** The undo steps today. */
export const HISTORY = STORES.history.map(({ diff, ...step }) => ({
  ...step,
  diff: diff.items.map((row) => ({ ...row, table: 'items' })),
}));

/** @param sync the sync record, which differs between the versions 3 and 4 */
export const fillVersion3 = async (database: IDBPDatabase, sync: object = VALUES.sync): Promise<void> => {
  for (const [store, records] of Object.entries(STORES)) for (const row of records) await database.put(store, row);
  for (const [key, value] of Object.entries(OUTBOX)) await database.put('outbox', value, Number(key));
  for (const [key, value] of Object.entries({ ...VALUES, sync })) await database.put('meta', value, key);
};
