/**
 * The storage port on IndexedDB: one database for each list, one transaction for each write, and a journal of the writes that a closing
 * page interrupts (architecture section 3).
 */
import { lazy } from '#core/lazy.ts';
import { fail } from '#core/result.ts';
import type { Batch, PeopleStorage, Storage, SyncStorage, TripStorage } from '#client/ports/storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createDatabase, type Run } from './database.ts';
import { hasRecords, LIST_STORES, readDelta, readState } from './read-state.ts';
import { ALL_STORES, META, type MetaValue, type Transaction } from './schema.ts';
import type { ListsStorage } from './lists-storage.ts';
import {
  parseJson,
  quarantineValue,
  readKeys,
  readValue,
  removeValue,
  writeValue,
} from '#device/local-storage/local-storage.ts';
import { type Guard, isListOf, isObject, isText, isWith } from '#device/shape.ts';
import { tagTables } from './migrations.ts';
import { areIds, isHistoryRecord, isPatch } from './records.ts';

const compaction = lazy(() => import('./outbox/compact-outbox.ts'));

/** What a real account's storage can do besides. */
export type DeviceStorage = Storage & {
  readonly loadSync: (clock: Pick<Clock, 'now' | 'randomHex'>) => Promise<SyncStorage>;
  /** Downloads the access to the people of the list's items. */
  readonly loadPeople: () => Promise<PeopleStorage>;
  /** Downloads the access to the shopping trip. */
  readonly loadTrip: () => Promise<TripStorage>;
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
    async append(batches) {
      const { changes, end } = journal.begin(batches);
      const appended = await run(['outbox', 'history'], 'readwrite', (tx) => appendChanges(tx, changes));
      end();
      return appended;
    },
    readAfter: (position) => run(ALL_STORES, 'readonly', (tx) => readDelta(tx, position)),
    async compact() {
      const module = await compaction.tryLoad();
      return module === null ? fail({ type: 'storage-blocked' }) : run(ALL_STORES, 'readwrite', module.compactOutbox);
    },
    saveCollapsed: (ids) => void run(['meta'], 'readwrite', (tx) => putMeta(tx, META.collapsed, ids)),
    saveChosenStore: (store) => void run(['meta'], 'readwrite', (tx) => putMeta(tx, META.chosenStore, store)),
    loadSync: async (clock) => (await import('./sync/sync-storage.ts')).createSyncStorage(run, clock, listKey),
    loadPeople: async () => (await import('./trip-and-people.ts')).createPeopleStorage(run),
    loadTrip: async () => (await import('./trip-and-people.ts')).createTripStorage(run),
    loadLists: async (userId) => (await import('./lists-storage.ts')).createListsStorage(run, userId),
    close,
  };
}

/** The page may be closed or reloaded at once, which aborts what is not committed. */
function putMeta(tx: Transaction<'meta'>, key: string, value: MetaValue): Promise<unknown> {
  const put = tx.objectStore('meta').put(value, key);
  tx.commit();
  return put;
}

/**
 * Issues every request of a write and commits without waiting for the answers, so that it survives even if the page is
 * closed in the same task.
 */
function appendChanges(
  tx: Transaction<'outbox' | 'history'>,
  changes: readonly JournaledChange[],
): Promise<readonly number[]> {
  const keys = Promise.all(changes.map((change) => appendChange(tx, change)));
  tx.commit();
  return keys;
}

/** Issues the requests of one change. Returns its outbox key. */
async function appendChange(
  tx: Transaction<'outbox' | 'history'>,
  { id, patches, history }: JournaledChange,
): Promise<number> {
  const steps = tx.objectStore('history');
  const [key] = await Promise.all([
    tx.objectStore('outbox').add(id === '' ? { patches } : { patches, id }),
    ...history.remove.map((step) => steps.delete(step)),
    ...history.put.map((entry) => steps.put(entry)),
  ]);
  return key;
}

type UnloadJournal = {
  /** Registers changes that are being written. Returns them with the ids to store; call `end` when the write is over. */
  readonly begin: (batches: readonly Batch[]) => {
    readonly changes: readonly JournaledChange[];
    readonly end: () => void;
  };
  /** Whether closed pages have left changes in local storage. */
  readonly hasEntries: () => boolean;
};

/** A change with the id that its outbox record stores; the id is empty without a journal. */
type JournaledChange = Batch & { readonly id: string };

/**
 * Creates the unload journal of an open list: changes that were still waiting for the disk when the page was closed. Browsers drop a
 * transaction that waits behind another one, so closing the page writes these changes to local storage, which is synchronous.
 * @param createId returns globally unique ids
 */
export function createUnloadJournal(listKey: string, createId: () => string): UnloadJournal {
  const key = `${PREFIX}${listKey}.${createId()}`;
  const inProgress = new Set<JournaledChange>();
  let isWritten = false;
  const write = (): void => {
    if (inProgress.size > 0) {
      isWritten = writeValue(key, JSON.stringify([...inProgress]));
    } else if (isWritten) {
      removeValue(key);
      isWritten = false;
    }
  };
  return {
    begin(batches) {
      const changes = batches.map((batch) => ({ id: createId(), ...batch }));
      for (const change of changes) inProgress.add(change);
      // Listens only while writes are in progress; adding the same listener twice has no effect.
      window.addEventListener('pagehide', write);
      return {
        changes,
        end() {
          for (const change of changes) inProgress.delete(change);
          if (inProgress.size === 0) window.removeEventListener('pagehide', write);
          // The page was restored, or is still closing: update the journal.
          if (isWritten) write();
        },
      };
    },
    hasEntries: () => findJournalKeys(listKey).length > 0,
  };
}

/** A journal that records nothing, for storage that no page writes to while it closes. */
const NO_JOURNAL: UnloadJournal = {
  begin: (batches) => ({
    changes: batches.map((batch) => ({ id: '', ...batch })),
    end: () => undefined,
  }),
  hasEntries: () => false,
};

const PREFIX = 'checklist.unload-journal.';

/** The local storage keys of a list's journals. */
export const findJournalKeys = (listKey: string): readonly string[] =>
  readKeys().filter((key) => key.startsWith(`${PREFIX}${listKey}.`));

/**
 * Replays every journal of this list. A journal that cannot be read is quarantined in local storage (product D1). If the disk
 * refuses, the journals stay for the next start.
 */
async function replayJournal(run: Run, listKey: string): Promise<void> {
  // If the list itself was cleared, a change alone would create a list without items.
  const found = await run(LIST_STORES, 'readonly', hasRecords);
  if (!found.ok || !found.value) return;
  for (const key of findJournalKeys(listKey)) {
    const text = readValue(key);
    const changes = tagJournal(parseJson(text));
    if (areJournaledChanges(changes)) {
      const replayed = await run(['outbox', 'history', 'meta'], 'readwrite', (tx) => replay(tx, changes));
      if (!replayed.ok) return;
    } else if (text !== null && !quarantineValue(key, text)) continue;
    removeValue(key);
  }
}

/** A tab of version 4 of the database may have written the journal. */
const tagJournal = (changes: unknown): unknown =>
  Array.isArray(changes) ? changes.map((change: unknown) => (isObject(change) ? tagTables(change) : change)) : changes;

const areJournaledChanges: Guard<readonly JournaledChange[]> = isListOf(
  isWith({
    id: isText,
    patches: isListOf(isPatch),
    history: isWith({ put: isListOf(isHistoryRecord), remove: isListOf(isText) }),
  }),
);

async function replay(
  tx: Transaction<'outbox' | 'history' | 'meta'>,
  changes: readonly JournaledChange[],
): Promise<void> {
  const [records, compacted] = await Promise.all([
    tx.objectStore('outbox').getAll(),
    tx.objectStore('meta').get(META.compactedIds),
  ]);
  const arrived = new Set([...records.map(({ id }) => id), ...(areIds(compacted) ? compacted : [])]);
  await Promise.all(changes.filter(({ id }) => !arrived.has(id)).map((change) => appendChange(tx, change)));
}
