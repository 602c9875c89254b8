/** The door to IndexedDB: opens an account's database and says in our words why it cannot. */
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { Schema } from './schema.ts';
import { ROW_STORES } from './schema.ts';

export type Database = IDBPDatabase<Schema>;

const VERSION = 1;

/**
 * Opens, and makes where it is not there, the database of one account (architecture section 3).
 * @param userId whose list it is: each account's data is apart (product Y9)
 * @param onClosed the browser took the database away, or a newer version of the app in another tab needs it
 */
export async function openDatabase(userId: string, onClosed: () => void): Promise<Result<Database, StorageFailure>> {
  try {
    const database = await openDB<Schema>(`checklist:${userId}`, VERSION, {
      upgrade(created) {
        for (const name of ROW_STORES) created.createObjectStore(name, { keyPath: 'id' });
        created.createObjectStore('outbox', { autoIncrement: true });
        created.createObjectStore('history', { keyPath: 'id' });
        created.createObjectStore('meta');
      },
      blocking(_current, _blocked, event) {
        // A newer version waits for this connection to go; holding on would stop it for ever.
        if (event.target instanceof IDBDatabase) event.target.close();
        onClosed();
      },
      terminated: onClosed,
    });
    return ok(database);
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

/** What an IndexedDB error means to a shopper. */
export function toStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return { type: 'storage-full' };
  if (name === 'InvalidStateError' || name === 'AbortError') return { type: 'storage-closed' };
  return { type: 'storage-blocked' };
}
