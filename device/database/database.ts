/** The database of one list: opens it, runs transactions on it, and converts its errors to storage failures. */
import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { fail, ok, type Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { migrate, VERSION } from './migrations.ts';
import { databaseName, type Mode, type StoreName, type Transaction } from './schema.ts';

/** How a transaction ends: `done` is fulfilled when all of it is stored, and rejects when nothing of it is. */
type Ending = Pick<IDBTransaction, 'abort' | 'error'> & { readonly done: Promise<void> };

/**
 * Runs one transaction: `work` starts in the calling task if the database is open, otherwise after it has opened. While it
 * runs, `work` may wait for requests of the transaction only; waiting for anything else ends the transaction.
 * @returns the result of `work` once all that it wrote is stored; a failure if nothing of it is
 */
export type Run = <S extends StoreName, M extends Mode, T>(
  stores: readonly S[],
  mode: M,
  work: (tx: Transaction<S, M>) => Promise<T>,
) => Promise<Result<T, StorageFailure>>;

export type Database = {
  readonly run: Run;
  /** Closes the database when all pending work is done. Later calls fail as `storage-closed`. */
  readonly close: () => Promise<void>;
};

/**
 * Returns the database of a list. It opens with the first transaction, and again after the browser has closed it.
 * @param listKey the name of the list on this device (core/account/list-ref.ts). Each list has a separate database (product Y9)
 * @param mayCreate whether to create a missing database
 */
export function createDatabase(listKey: string, mayCreate = true): Database {
  let database: IDBPDatabase | null = null;
  let wasOpen = false;
  // The account's data was deleted, perhaps by another tab, or the list was closed. A new database would start again at
  // key 1, and this tab's known keys and sequence numbers would be wrong for it.
  let isGone = false;
  let opening: Promise<Result<IDBPDatabase, StorageFailure>> | null = null;
  const open = async (): Promise<Result<IDBPDatabase, StorageFailure>> => {
    const opened = await openDatabase(listKey, mayCreate && !wasOpen, (isDeleted) => {
      database = null;
      isGone ||= isDeleted;
    });
    opening = null;
    if (opened.ok) database = opened.value;
    wasOpen ||= opened.ok;
    return opened;
  };
  // Callers that wait are served in their order, so that changes keep theirs.
  const connect = (): Promise<Result<IDBPDatabase, StorageFailure>> =>
    isGone ? Promise.resolve(fail({ type: 'storage-closed' })) : (opening ??= open());
  return {
    async run(stores, mode, work) {
      let begun = database === null ? null : begin(database, stores, mode);
      if (begun?.ok !== true) {
        // Browsers do not always report a closed connection.
        database = null;
        const connected = await connect();
        if (!connected.ok) return connected;
        begun = begin(connected.value, stores, mode);
        if (!begun.ok) return begun;
      }
      const tx = begun.value;
      const ended = await runTransaction(tx, work);
      // The next call opens a new connection.
      if (!ended.ok) tx.db.close();
      return ended;
    },
    async close() {
      isGone = true;
      // Callers that wait for the connection are served first.
      await opening;
      database?.close();
      database = null;
    },
  };
}

/** The disk has two times five seconds to answer, enough for slow phones. When a frozen page continues, the first may be over before its answer is delivered. */
const untilLate = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => setTimeout(resolve, 5000), 5000);
  });

async function openDatabase(
  listKey: string,
  mayCreate: boolean,
  onClosed: (isDeleted: boolean) => void,
): Promise<Result<IDBPDatabase, StorageFailure>> {
  const upgrade = { isUnderWay: false };
  try {
    const opening = openDB(databaseName(listKey), VERSION, {
      // The library's own signature.
      // oxlint-disable-next-line eslint/max-params
      upgrade(created, oldVersion, _, tx) {
        upgrade.isUnderWay = true;
        if (mayCreate || oldVersion > 0) void migrate(created, tx, oldVersion).catch(() => abort(tx));
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
    const inTime = await Promise.race([opening, untilLate()]);
    // An upgrade is an answer, however long it takes.
    const database = upgrade.isUnderWay ? await opening : inTime;
    if (database) return ok(database);
    // A connection that arrives late is not used, and would block other tabs.
    void opening.then(
      (opened) => opened.close(),
      () => undefined,
    );
    return fail({ type: 'storage-busy' });
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

type AnyTransaction<M extends Mode> = IDBPTransaction<unknown, StoreName[], M>;

function begin<M extends Mode>(
  database: IDBPDatabase,
  stores: readonly StoreName[],
  mode: M,
): Result<AnyTransaction<M>, StorageFailure> {
  try {
    return ok(database.transaction([...stores], mode));
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

async function runTransaction<S extends StoreName, M extends Mode, T>(
  tx: AnyTransaction<M>,
  work: (tx: Transaction<S, M>) => Promise<T>,
): Promise<Result<T, StorageFailure>> {
  try {
    // An error that `work` throws at once has to abort the transaction, too.
    const start = async (): Promise<T> =>
      // The library's types do not know the schema: with them, a transaction over more stores is none over fewer.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      work(tx as unknown as Transaction<S, M>);
    return ok(await finish(tx, start()));
  } catch (error) {
    return fail(toStorageFailure(error));
  }
}

/** Aborts a transaction, and ignores the rejection of `done` that follows. */
export function abort(tx: Ending): void {
  tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch {
    // The transaction is complete already.
  }
}

/**
 * Waits until a transaction and its work are complete. If the work fails, the transaction is aborted.
 * @throws the error that names the cause. When the disk is full, most requests only report that they were aborted
 */
export async function finish<T>(tx: Ending, work: Promise<T>): Promise<T> {
  work.catch(() => abort(tx));
  const [worked, done] = await Promise.allSettled([work, tx.done]);
  if (worked.status === 'fulfilled' && done.status === 'fulfilled') return worked.value;
  const reasons = [worked, done].flatMap((end) => (end.status === 'rejected' ? [toError(end.reason)] : []));
  throw tx.error ?? reasons.find(({ name }) => name !== 'AbortError') ?? aborted();
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
