/** The door to IndexedDB: opens an account's database and says in our words why it cannot. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { aborted, answerOf, promiseDatabase } from './promised-database.ts';
import type { Ending, PromisedDatabase } from './promised-database.ts';
import type { Schema } from './schema.ts';
import { ROW_STORES } from './schema.ts';

export type Database = PromisedDatabase<Schema>;

/** 2: the stamps of rows. */
const VERSION = 2;

export const databaseName = (userId: string): string => `checklist:${userId}`;

type Opening = {
  /** Whose list it is: each account's data is apart (product Y9). */
  readonly userId: string;
  /** Whether to make the database where it is not there (architecture section 3). */
  readonly mayCreate: boolean;
  /** The browser took the database away, or a newer version of the app in another tab needs it. */
  readonly onClosed: (isDeleted: boolean) => void;
};

/** Opens the database of one account. */
export async function openDatabase({
  userId,
  mayCreate,
  onClosed,
}: Opening): Promise<Result<Database, StorageFailure>> {
  try {
    const request = indexedDB.open(databaseName(userId), VERSION);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      const { result: created, transaction: tx } = request;
      if (mayCreate) upgrade(created, tx, oldVersion);
      // The browser's data were cleared while the list was open. In an empty database the acts to come would stand
      // without their list; better to say that nothing is kept any more.
      else tx?.abort();
    });
    const connection = await answerOf<IDBDatabase>(request);
    connection.addEventListener('versionchange', ({ newVersion }) => {
      // A newer version waits for this connection to go; holding on would stop it for ever.
      connection.close();
      onClosed(newVersion === null);
    });
    connection.addEventListener('close', () => onClosed(false));
    return ok(promiseDatabase(connection));
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

function upgrade(database: IDBDatabase, tx: IDBTransaction | null, from: number): void {
  if (from === 0) {
    for (const name of ROW_STORES) database.createObjectStore(name, { keyPath: 'id' });
    database.createObjectStore('outbox', { autoIncrement: true });
    database.createObjectStore('history', { keyPath: 'id' });
    database.createObjectStore('meta');
  }
  for (const name of ROW_STORES) tx?.objectStore(name).createIndex('stamp', 'stamp');
}

/**
 * Waits until a transaction is over and its work done; work that fails takes the transaction with it.
 * @throws of all that went wrong, what says why: where the disk is full, most requests only hear that they were aborted
 */
export async function settle<T>(tx: Ending, work: Promise<T>): Promise<T> {
  const [worked, done] = await Promise.allSettled([abortUnless(tx, work), tx.done]);
  if (worked.status === 'fulfilled' && done.status === 'fulfilled') return worked.value;
  const reasons = [worked, done].flatMap((end) => (end.status === 'rejected' ? [toError(end.reason)] : []));
  throw tx.error ?? reasons.find(({ name }) => name !== 'AbortError') ?? aborted();
}

async function abortUnless<T>(tx: Ending, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It is over already.
    }
    throw error;
  }
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : aborted());

/** What an IndexedDB error means to a shopper. */
export function toStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return { type: 'storage-full' };
  if (name === 'InvalidStateError' || name === 'AbortError') return { type: 'storage-closed' };
  return { type: 'storage-blocked' };
}
