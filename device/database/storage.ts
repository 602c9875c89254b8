/** The storage port on IndexedDB: one database for each list, one transaction for each write (architecture section 3). */
import { fail } from '#core/result.ts';
import type { Batch, Storage } from '#client/ports/storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PeopleStorage } from '#client/ports/people-storage.ts';
import type { SyncStorage } from '#client/ports/sync-storage.ts';
import { createDatabase } from './database.ts';
import { replayJournal } from './journal/replay-journal.ts';
import { readDelta, readState } from './read-state.ts';
import { ALL_STORES, META } from './schema.ts';
import type { Transaction } from './schema.ts';
import type { ListsStorage } from './lists-storage.ts';
import { NO_JOURNAL } from './journal/unload-journal.ts';
import type { UnloadJournal } from './journal/unload-journal.ts';

/** What a real account's storage can do besides. */
export type DeviceStorage = Storage & {
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
  const { run, close } = createDatabase(listKey);
  return {
    async open(first) {
      if (journal.hasEntries()) await replayJournal(run, listKey);
      return readState(run, first);
    },
    async append(batch) {
      const { id, end } = journal.begin(batch);
      const appended = await run(['outbox', 'history'], 'readwrite', (tx) => appendBatch(tx, batch, id));
      end();
      return appended;
    },
    readAfter: (position) => run(ALL_STORES, 'readonly', (tx) => readDelta(tx, position)),
    async compact() {
      const module = await import('./outbox/compact-outbox.ts').catch(() => null);
      return module === null ? fail({ type: 'storage-blocked' }) : run(ALL_STORES, 'readwrite', module.compactOutbox);
    },
    saveCollapsed: (ids) => void run(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put(ids, META.collapsed)),
    loadSync: async (clock) => (await import('./sync/sync-storage.ts')).createSyncStorage(run, clock, listKey),
    loadPeople: async () => (await import('./sync/people-storage.ts')).createPeopleStorage(run),
    loadLists: async (userId) => (await import('./lists-storage.ts')).createListsStorage(run, userId),
    close,
  };
}

/**
 * Issues every request of a write and commits without waiting for the answers, so that it survives even if the page is
 * closed in the same task.
 */
async function appendBatch(
  tx: Transaction<'outbox' | 'history'>,
  { patches, history }: Batch,
  id: string,
): Promise<number> {
  const steps = tx.objectStore('history');
  const requests = Promise.all([
    tx.objectStore('outbox').add(id === '' ? { patches } : { patches, id }),
    ...history.remove.map((step) => steps.delete(step)),
    ...history.put.map((entry) => steps.put(entry)),
  ]);
  tx.commit();
  const [key] = await requests;
  return key;
}
