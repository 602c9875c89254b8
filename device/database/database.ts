/** Opens a list's IndexedDB database, and converts its errors to storage failures. */
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { Schema } from './schema.ts';
import { upgrade, VERSION } from './upgrade.ts';

export type Database = IDBPDatabase<Schema>;
/** How a transaction ends: `done` is fulfilled when all of it is stored, and rejects when nothing of it is. */
type Ending = Pick<IDBTransaction, 'abort' | 'error'> & { readonly done: Promise<void> };

/** Runs work on the open database. Reopens the database if the browser closed it, and returns failures as values. */
export type RunOnDatabase = <T>(work: (open: Database) => Promise<T>) => Promise<Result<T, StorageFailure>>;

export const databaseName = (listKey: string): string => `checklist:${listKey}`;

type Opening = {
  /** The name of the list on this device (core/account/list-ref.ts). Each list has a separate database (product Y9). */
  readonly listKey: string;
  /** Whether to create a missing database (architecture section 3). */
  readonly mayCreate: boolean;
  /** Called when the browser deleted or closed the database, or a newer version of the app in another tab needs it. */
  readonly onClosed: (isDeleted: boolean) => void;
};

/** Opens the database of one list. */
export async function openDatabase({
  listKey,
  mayCreate,
  onClosed,
}: Opening): Promise<Result<Database, StorageFailure>> {
  try {
    const database = await openDB<Schema>(databaseName(listKey), VERSION, {
      // The library's own signature.
      // oxlint-disable-next-line eslint/max-params
      upgrade(created, oldVersion, _, tx) {
        if (mayCreate || oldVersion > 0) upgrade(created, tx, oldVersion);
        // The browser's data was cleared while the list was open. A new database would get the next changes without their
        // list, so this reports that storage is closed.
        else abort(tx);
      },
      blocking(_, newVersion, event) {
        // A newer version of the app waits until this connection is closed.
        if (event.target instanceof IDBDatabase) event.target.close();
        onClosed(newVersion === null);
      },
      terminated: () => onClosed(false),
    });
    return ok(database);
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

/** Aborts a transaction, and ignores the rejection of `done` that follows. */
export function abort(tx: Ending): void {
  tx.done.catch(() => undefined);
  tx.abort();
}

/**
 * Waits until a transaction and its work are complete. If the work fails, the transaction is aborted.
 * @throws the error that names the cause. When the disk is full, most requests only report that they were aborted
 */
export async function finish<T>(tx: Ending, work: Promise<T>): Promise<T> {
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
      // The transaction is complete already.
    }
    throw error;
  }
}

/** The error to report when the browser gives none. */
const aborted = (): Error => new DOMException('The transaction was aborted.', 'AbortError');

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : aborted());

/** Converts an IndexedDB error to a storage failure. */
export function toStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return { type: 'storage-full' };
  if (name === 'InvalidStateError' || name === 'AbortError') return { type: 'storage-closed' };
  return { type: 'storage-blocked' };
}
