/** The storage port on IndexedDB: one database for each account, one transaction for each act (architecture section 3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';
import { openDatabase, settle, toStorageFailure } from './database.ts';
import type { Database } from './database.ts';
import { hasRecords, readNews, readState } from './read-state.ts';
import { ALL_STORES, META } from './schema.ts';

/** @param userId whose list it is */
export function createStorage(userId: string): Storage {
  const { opened, connect, disconnect } = createConnection(userId);
  const attempt = async <T>(
    open: Database,
    work: (open: Database) => Promise<T>,
  ): Promise<Result<T, StorageFailure>> => {
    try {
      return ok(await work(open));
    } catch (error) {
      const failure = toStorageFailure(error);
      // A browser does not always say that it closed a connection: the next act opens a new one.
      if (failure.type === 'storage-closed') disconnect(open);
      return fail(failure);
    }
  };
  const withDatabase = async <T>(work: (open: Database) => Promise<T>): Promise<Result<T, StorageFailure>> => {
    const connected = await connect();
    return connected.ok ? attempt(connected.value, work) : connected;
  };
  return {
    async hasList() {
      const found = await withDatabase((open) => hasRecords(open.transaction(ALL_STORES)));
      return found.ok && found.value;
    },
    open: (first) => withDatabase((open) => readState(open, first)),
    append(batch) {
      const open = opened();
      const work = (database: Database): Promise<number> => appendBatch(database, batch);
      // Opened, the requests are issued in this very task; a closed connection is opened again first.
      return open ? attempt(open, work) : withDatabase(work);
    },
    readAfter: (key) => withDatabase((open) => readNews(open, key)),
    // Nobody waits for it: its code comes when the first act has been made.
    absorb: () => withDatabase(async (open) => (await import('./absorb-outbox.ts')).absorbOutbox(open)),
    keepFolded: (ids) => void withDatabase((open) => open.put('meta', ids, META.folded)),
  };
}

/** The connection to the database, opened when it is needed and again when it was closed. */
function createConnection(userId: string) {
  let database: Database | null = null;
  let wasOpen = false;
  let opening: Promise<Result<Database, StorageFailure>> | null = null;
  const open = async (): Promise<Result<Database, StorageFailure>> => {
    const result = await openDatabase({
      userId,
      mayCreate: !wasOpen,
      onClosed() {
        database = null;
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
    /** All who wait for it are served in their order, so that acts keep theirs. */
    connect: (): Promise<Result<Database, StorageFailure>> =>
      database ? Promise.resolve(ok(database)) : (opening ??= open()),
    disconnect: (broken: Database): void => {
      broken.close();
      if (database === broken) database = null;
    },
  };
}

/**
 * Issues every request of an act and commits without waiting for their answers: what was tapped is on its way even
 * when the page is left in the same task.
 */
async function appendBatch(database: Database, { patches, history }: Batch): Promise<number> {
  const tx = database.transaction(['outbox', 'history'], 'readwrite');
  const steps = tx.objectStore('history');
  const requests = Promise.all([
    tx.objectStore('outbox').add({ patches }),
    ...history.remove.map((id) => steps.delete(id)),
    ...history.put.map((entry) => steps.put(entry)),
  ]);
  tx.commit();
  const [key] = await settle(tx, requests);
  return key;
}
