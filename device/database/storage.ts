/** The storage port on IndexedDB: one database for each account, one transaction for each act (architecture section 3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';
import { absorbOutbox } from './absorb-outbox.ts';
import { openDatabase, toStorageFailure } from './database.ts';
import type { Database } from './database.ts';
import { readNews, readState } from './read-state.ts';
import { META } from './schema.ts';

/** @param userId whose list it is */
export function createStorage(userId: string): Storage {
  let database: Database | null = null;
  const connect = async (): Promise<Result<Database, StorageFailure>> => {
    if (database) return ok(database);
    const opened = await openDatabase(userId, () => {
      database = null;
    });
    if (opened.ok) database = opened.value;
    return opened;
  };
  const withDatabase = async <T>(work: (open: Database) => Promise<T>): Promise<Result<T, StorageFailure>> => {
    const opened = await connect();
    return opened.ok ? attempt(() => work(opened.value)) : opened;
  };
  return {
    open: (first) => withDatabase((open) => readState(open, first)),
    append: (batch) => {
      const open = database;
      // Opened, the requests are issued in this very task; a closed connection is opened again first.
      return open ? attempt(() => appendBatch(open, batch)) : withDatabase((reopened) => appendBatch(reopened, batch));
    },
    readAfter: (key) => withDatabase((open) => readNews(open, key)),
    absorb: () => withDatabase(absorbOutbox),
    keepFolded: (ids) => void withDatabase((open) => open.put('meta', ids, META.folded)),
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
  const [[key]] = await Promise.all([requests, tx.done]);
  return key;
}

const attempt = async <T>(work: () => Promise<T>): Promise<Result<T, StorageFailure>> => {
  try {
    return ok(await work());
  } catch (error) {
    return fail(toStorageFailure(error));
  }
};
