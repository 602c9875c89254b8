/** The storage port on IndexedDB: one database for each account, one transaction for each act (architecture section 3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncStorage } from '#client/ports/sync-storage.ts';
import { openDatabase, settle, toStorageFailure } from './database.ts';
import type { Database } from './database.ts';
import { hasRecords, readNews, readState } from './read-state.ts';
import { ALL_STORES, META } from './schema.ts';
import { NO_STRANDING } from './stranding.ts';
import type { Stranding } from './stranding.ts';

/** What the account's database can do besides: only a real account needs it. */
type DeviceStorage = Storage & {
  /** Removes the account's data from this device, unless something of it was not sent yet and still can be (product Y9). */
  readonly forget: (isGone?: boolean) => Promise<void>;
  readonly loadSync: (clock: Pick<Clock, 'now' | 'randomHex'>) => Promise<SyncStorage>;
  /** Lets go of the database once all that was asked of it is done; what comes later is refused as closed. */
  readonly close: () => Promise<void>;
};

/**
 * @param userId whose list it is
 * @param stranding where acts go that the disk has not taken yet when the page is left
 */
export function createStorage(userId: string, stranding: Stranding = NO_STRANDING): DeviceStorage {
  const connection = createConnection(userId);
  const attempt = createAttempt(connection);
  return {
    async hasList() {
      const found = await attempt((open) => hasRecords(open.transaction(ALL_STORES)));
      return found.ok && found.value;
    },
    open: (first) =>
      attempt(async (open) => {
        if (stranding.isAnyThere()) await land(open, userId);
        return readState(open, first);
      }),
    async append(batch) {
      const { id, end } = stranding.begin(batch);
      const appended = await attempt((open) => appendBatch(open, batch, id));
      end();
      return appended;
    },
    readAfter: (position) => attempt((open) => readNews(open, position)),
    // Nobody waits for it: its code comes when the first act has been made.
    absorb: () => attempt(async (open) => (await import('./absorb-outbox.ts')).absorbOutbox(open)),
    keepFolded: (ids) =>
      void attempt((open) => {
        const tx = open.transaction(['meta'], 'readwrite');
        return settle(tx, tx.objectStore('meta').put(ids, META.folded));
      }),
    forget: async (isGone = false) => (await import('./forget-list.ts')).forgetList(userId, isGone),
    loadSync: async (clock) => (await import('./sync-storage.ts')).createSyncStorage(attempt, clock),
    close: () => connection.leave(),
  };
}

type Attempt = <T>(work: (open: Database) => Promise<T>) => Promise<Result<T, StorageFailure>>;

/** Does the work in this very task where the database is open; else it is opened first. */
function createAttempt({ opened, connect, disconnect }: ReturnType<typeof createConnection>): Attempt {
  const attemptOn = async <T>(
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
  return async (work) => {
    const open = opened();
    if (open) return attemptOn(open, work);
    const connected = await connect();
    return connected.ok ? attemptOn(connected.value, work) : connected;
  };
}

/** Where it fails, the acts stay where they are for the next time; the list must open all the same. */
const land = async (database: Database, userId: string): Promise<void> => {
  const { landStranded } = await import('./land-stranded.ts');
  await landStranded(database, userId).catch(() => undefined);
};

/** The connection to the database, opened when it is needed and again when it was closed. */
function createConnection(userId: string) {
  let database: Database | null = null;
  let wasOpen = false;
  // The account was forgotten, in another tab perhaps, or the list was left. A database made anew counts from 1 again: what
  // this tab knows of keys and stamps would be wrong there.
  let isGone = false;
  let opening: Promise<Result<Database, StorageFailure>> | null = null;
  const open = async (): Promise<Result<Database, StorageFailure>> => {
    const result = await openDatabase({
      userId,
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
    /** All who wait for it are served in their order, so that acts keep theirs. */
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
      // Who waits for it is served first.
      await opening;
      database?.close();
      database = null;
    },
  };
}

/**
 * Issues every request of an act and commits without waiting for their answers: what was tapped is on its way even
 * when the page is left in the same task.
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
  const [key] = await settle(tx, requests);
  return key;
}
