/** The storage port on IndexedDB: one database for each list, one transaction for each write (architecture section 3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PeopleStorage } from '#client/ports/people-storage.ts';
import type { SyncStorage } from '#client/ports/sync-storage.ts';
import { openDatabase, finish, toStorageFailure } from './database.ts';
import type { Database, RunOnDatabase } from './database.ts';
import { replayJournal } from './journal/replay-journal.ts';
import { hasList, readDelta, readState } from './read-state.ts';
import { META } from './schema.ts';
import type { ListsStorage } from './lists-storage.ts';
import { NO_JOURNAL } from './journal/unload-journal.ts';
import type { UnloadJournal } from './journal/unload-journal.ts';

/** What a real account's storage can do besides. */
type DeviceStorage = Storage & {
  /** Removes the account's data from this device, unless it has unsent changes and the account still exists (product Y9). */
  readonly removeData: (isGone?: boolean) => Promise<void>;
  readonly loadSync: (clock: Pick<Clock, 'now' | 'randomHex'>) => Promise<SyncStorage>;
  /** Downloads the access to the people of the list's items. */
  readonly loadPeople: () => Promise<PeopleStorage>;
  /** Downloads the access to the record of the account's lists. Only the personal list's database has one. */
  readonly loadLists: (userId: string) => Promise<ListsStorage>;
  /** Closes the database when all pending work is done. Later calls fail as `storage-closed`. */
  readonly close: () => Promise<void>;
};

/**
 * @param listKey the name of the list on this device
 * @param journal records changes that are not on disk yet when the page closes
 */
export function createStorage(listKey: string, journal: UnloadJournal = NO_JOURNAL): DeviceStorage {
  const connection = createConnection(listKey);
  const run = createRun(connection);
  return {
    async hasList() {
      const found = await run(hasList);
      return found.ok && found.value;
    },
    open: (first) =>
      run(async (open) => {
        if (journal.hasEntries()) await replay(open, listKey);
        return readState(open, first);
      }),
    async append(batch) {
      const { id, end } = journal.begin(batch);
      const appended = await run((open) => appendBatch(open, batch, id));
      end();
      return appended;
    },
    readAfter: (position) => run((open) => readDelta(open, position)),
    compact: () => run(async (open) => (await import('./outbox/compact-outbox.ts')).compactOutbox(open)),
    saveCollapsed: (ids) =>
      void run((open) => {
        const tx = open.transaction(['meta'], 'readwrite');
        return finish(tx, tx.objectStore('meta').put(ids, META.collapsed));
      }),
    removeData: async (isGone = false) => (await import('./remove-list.ts')).removeList(listKey, isGone),
    loadSync: async (clock) => (await import('./sync/sync-storage.ts')).createSyncStorage(run, clock, listKey),
    loadPeople: async () => (await import('./sync/people-storage.ts')).createPeopleStorage(run),
    loadLists: async (userId) => (await import('./lists-storage.ts')).createListsStorage(run, userId),
    close: () => connection.leave(),
  };
}

/** Runs work on the database: synchronously in this task if it is open, otherwise after opening it. */
function createRun({ opened, connect, disconnect }: ReturnType<typeof createConnection>): RunOnDatabase {
  const attemptOn = async <T>(
    open: Database,
    work: (open: Database) => Promise<T>,
  ): Promise<Result<T, StorageFailure>> => {
    try {
      return ok(await work(open));
    } catch (error) {
      const failure = toStorageFailure(error);
      // Browsers do not always report a closed connection. The next call opens a new one.
      if (failure.type === 'storage-closed') disconnect(open);
      return fail(failure);
    }
  };
  return async (work) => {
    const open = opened();
    if (open) return attemptOn(open, work);
    const connected = await connect();
    return connected.ok ? attemptOn(connected.value, work) : connected;
  };
}

/** If the replay fails, the journal stays for the next start, and the list opens anyway. */
const replay = async (database: Database, listKey: string): Promise<void> =>
  replayJournal(database, listKey).catch(() => undefined);

/** The connection to the database: opens on demand, and again after the browser closed it. */
function createConnection(listKey: string) {
  let database: Database | null = null;
  let wasOpen = false;
  // The account's data was deleted, perhaps by another tab, or the list was closed. A new database would start again at
  // key 1, and this tab's known keys and sequence numbers would be wrong for it.
  let isGone = false;
  let opening: Promise<Result<Database, StorageFailure>> | null = null;
  const open = async (): Promise<Result<Database, StorageFailure>> => {
    const result = await openDatabase({
      listKey,
      mayCreate: !wasOpen,
      onClosed(isDeleted) {
        database = null;
        isGone ||= isDeleted;
      },
    });
    opening = null;
    if (!result.ok) return result;
    database = result.value;
    wasOpen = true;
    return result;
  };
  return {
    opened: () => database,
    /** Callers that wait are served in their order, so that changes keep theirs. */
    connect: (): Promise<Result<Database, StorageFailure>> => {
      if (isGone) return Promise.resolve(fail({ type: 'storage-closed' }));
      return database ? Promise.resolve(ok(database)) : (opening ??= open());
    },
    disconnect: (broken: Database): void => {
      broken.close();
      if (database === broken) database = null;
    },
    async leave(): Promise<void> {
      isGone = true;
      // Callers that wait for the connection are served first.
      await opening;
      database?.close();
      database = null;
    },
  };
}

/**
 * Issues every request of a write and commits without waiting for the answers, so that it survives even if the page is
 * closed in the same task.
 */
async function appendBatch(database: Database, { patches, history }: Batch, id: string): Promise<number> {
  const tx = database.transaction(['outbox', 'history'], 'readwrite');
  const steps = tx.objectStore('history');
  const requests = Promise.all([
    tx.objectStore('outbox').add(id === '' ? { patches } : { patches, id }),
    ...history.remove.map((step) => steps.delete(step)),
    ...history.put.map((entry) => steps.put(entry)),
  ]);
  tx.commit();
  const [key] = await finish(tx, requests);
  return key;
}
