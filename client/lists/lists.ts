/** Keeps the account's lists: their record on disk, lists created and removed here, and memberships from the backend. */
import {
  addNewList,
  changeEntry,
  countLists,
  countRemovals,
  countRows,
  createListsRecord,
  discardEntry,
  endIfConfirmed,
  isDiscarded,
  type ListEntry,
  LISTS_LIMIT,
  type ListsRecord,
  markCreated,
  type Membership,
  mergeMemberships,
  removeEntry,
  sortEntries,
} from '#core/lists/lists-record.ts';
import { createUuid } from '#core/id/create-id.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createListeners } from '#core/listeners.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListDisk, ListedName, Lists, ListsBackend, Memberships } from '#client/ports/lists.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { BackgroundSync, ListsToSync } from './background-sync.ts';
import { createEndedActions, leaveList, removeEndedLists } from './ended-lists.ts';

type ListsParts = {
  readonly userId: string;
  readonly disk: ListDisk;
  readonly clock: Clock;
  readonly order: NameOrder;
  /** Null for the demo, which has no backend. */
  readonly backend: SyncedBackend | null;
};

type SyncedBackend = ListsBackend & {
  /** Starts to sync the lists that this tab does not show. */
  readonly startSync: (lists: ListsToSync) => BackgroundSync;
};

/** The account's lists, for the screens and for the sync. */
export type AccountLists = Lists &
  ListsToSync & {
    readonly syncSoon: BackgroundSync['syncSoon'];
    readonly close: () => void;
  };

/** Reads the record and keeps it up to date. If the disk refuses, only the personal list is known. */
export async function openLists(parts: ListsParts): Promise<AccountLists> {
  const { disk, backend } = parts;
  const stored = await openRecord(parts);
  const syncSoon: SyncSoon = (...changed) => background?.syncSoon(...changed);
  const memberships = createMemberships(parts, stored, syncSoon);
  const ended = { ...parts, ...stored };
  const stopRemoving = removeEndedLists(ended);
  const removing = new Set<string>();
  const syncableIds = (): readonly string[] =>
    stored
      .entries()
      .filter(({ id, state }) => state !== 'ended' && !removing.has(id))
      .map(({ id }) => id);
  const background = backend?.startSync({ memberships, onChange: stored.onChange, syncableIds });
  return {
    ...createActions(parts, stored, { removing, syncSoon }),
    ...createEndedActions(ended, syncSoon),
    syncableIds,
    syncSoon,
    entries: stored.entries,
    onChange: stored.onChange,
    hasSeveral: () => backend === null || stored.read().cursor > 0 || (memberships.hasAnswer() ? false : null),
    summarize: disk.summarize,
    savedLists: disk.savedLists,
    memberships,
    refresh: memberships.refresh,
    countUnsentExcept: (listId) => countUnsentExcept(listId, disk, stored.entries()),
    namesExcept: (listId) => namesExcept(listId, disk, stored.entries()),
    close() {
      background?.close();
      stopRemoving();
      stored.close();
      disk.close();
    },
  };
}

/** Counts the changes that the backend has not accepted, in all lists but one. */
async function countUnsentExcept(listId: string, disk: ListDisk, entries: readonly ListEntry[]): Promise<number> {
  const others = entries.filter(({ id }) => id !== listId);
  const counts = await Promise.all(
    others.map(async ({ id, unsent }) => (unsent ? countRows(unsent.copy) : ((await disk.summarize(id))?.unsent ?? 0))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One database at a time, so that many lists do not delay the open one. */
async function namesExcept(listId: string, disk: ListDisk, entries: readonly ListEntry[]) {
  const names: ListedName[] = [];
  for (const { id, state } of entries) if (id !== listId && state !== 'ended') names.push(...(await disk.names(id)));
  return names;
}

type Stored = {
  readonly read: () => ListsRecord;
  readonly entries: () => readonly ListEntry[];
  readonly onChange: (listener: () => void) => () => void;
  readonly change: (work: (last: ListsRecord) => ListsRecord) => Promise<Result<null, StorageFailure>>;
  readonly close: () => void;
};

/** The record in memory, as the disk has it. */
async function openRecord({ userId, disk, order }: ListsParts): Promise<Stored> {
  const stored = await disk.read();
  const listeners = createListeners();
  let record = stored.ok ? stored.value : createListsRecord(userId, FIRST_LIST_NAME);
  let sorted = sortEntries(record.entries, userId, order);
  const set = (next: ListsRecord): void => {
    record = next;
    sorted = sortEntries(next.entries, userId, order);
    listeners.notify();
  };
  const readAgain = async (): Promise<void> => {
    const read = await disk.read();
    if (read.ok) set(read.value);
  };
  const stop = disk.onChange(() => void readAgain());
  return {
    read: () => record,
    entries: (): readonly ListEntry[] => sorted,
    onChange: listeners.add,
    async change(work) {
      const changed = await disk.change(work);
      if (!changed.ok) return changed;
      set(changed.value);
      return ok(null);
    },
    close: stop,
  };
}

type Actions = Pick<Lists, 'create' | 'setName' | 'rename' | 'remove' | 'discard' | 'leave'>;

type SyncSoon = AccountLists['syncSoon'];

type Acting = {
  /** The lists that are being removed; a sync cycle would store them again. */
  readonly removing: Set<string>;
  readonly syncSoon: SyncSoon;
};

function createActions(parts: ListsParts, stored: Stored, { removing, syncSoon }: Acting): Actions {
  const { disk, clock, backend } = parts;
  const { read, entries, change } = stored;
  const removeWith = createRemove(parts, stored, removing);
  const remove = removeWith(removeEntry);
  return {
    async create(name) {
      if (countLists(read()) >= LISTS_LIMIT) return fail({ type: 'too-many-lists' });
      const list = { id: createUuid(clock.randomHex), name };
      // First the record: a list without one would be lost.
      const added = await change((record) => addNewList(record, list, backend === null ? 'active' : 'new'));
      if (!added.ok) return added;
      const created = await disk.createList(list.id, name);
      if (created.ok) {
        syncSoon(list.id);
        return ok(list.id);
      }
      // A sync cycle may have created it on the backend.
      await change((record) => discardEntry(record, list.id));
      return created;
    },
    async setName(listId, name) {
      if (entries().some((entry) => entry.id === listId && entry.name !== name))
        await change((record) => changeEntry(record, listId, { name }));
    },
    async rename(listId, name) {
      const renamed = await disk.renameList(listId, name);
      if (!renamed.ok) return renamed;
      syncSoon(listId);
      return change((record) => changeEntry(record, listId, { name }));
    },
    remove,
    discard: removeWith(discardEntry),
    leave: (listId) => leaveList({ disk, ...stored }, listId, remove),
  };
}

const createRemove =
  ({ disk }: ListsParts, { change }: Stored, removing: Acting['removing']) =>
  (removeFrom: typeof removeEntry) =>
  async (listId: string): Promise<void> => {
    removing.add(listId);
    try {
      // First the list: without its entry, nothing would remove it after a crash.
      await disk.removeList(listId);
      await change((record) => removeFrom(record, listId));
    } finally {
      removing.delete(listId);
    }
  };

type AccountMemberships = Memberships & Pick<Lists, 'refresh'> & { readonly hasAnswer: () => boolean };

function createMemberships(parts: ListsParts, stored: Stored, syncSoon: SyncSoon): AccountMemberships {
  const { userId, backend } = parts;
  const { read, entries, change } = stored;
  const state = { hasAnswer: false };
  const receive = createReceive(parts, stored, { state, syncSoon });
  const startPull: Memberships['startPull'] = () => {
    const record = read();
    const removals = countRemovals(record);
    return {
      cursor: record.cursor,
      async receive(pulled) {
        await receive(pulled, removals);
        // What the answer could not bring is pulled again.
        if (pulled.length > 0 && countRemovals(read()) !== removals) await refresh();
      },
    };
  };
  const refresh = async (): Promise<void> => {
    const pull = startPull();
    const pulled = await backend?.pullMemberships(pull.cursor);
    if (pulled?.ok === true) await pull.receive(pulled.value);
  };
  return {
    hasAnswer: () => state.hasAnswer,
    startPull,
    refresh,
    newListName: (listId) => entries().find(({ id, state: known }) => id === listId && known === 'new')?.name ?? null,
    async markCreated(listId) {
      await change((record) => markCreated(record, listId, userId));
      // The list was deleted here while the backend created it. The pull reports it, so it is deleted there, too.
      if (entries().every(({ id }) => id !== listId)) await refresh();
    },
    async end(listId) {
      const known = entries().find(({ id }) => id === listId);
      if (known === undefined || listId === userId) return;
      const pulled = await backend?.pullMemberships(0);
      if (pulled?.ok !== true) return;
      const endIn = (record: ListsRecord): ListsRecord => endIfConfirmed(record, known, pulled.value);
      // Every tab would read an unchanged record again.
      if (endIn(read()) !== read()) await change(endIn);
    },
  };
}

type Receiving = { readonly state: { hasAnswer: boolean }; readonly syncSoon: SyncSoon };

/** @returns a function that stores memberships that were pulled, and does what follows from them */
function createReceive({ userId, disk, backend }: ListsParts, stored: Stored, { state, syncSoon }: Receiving) {
  const { read, entries, change } = stored;
  /** An account that joined a list again gets its unsent changes back. */
  const restoreUnsent = async ({ id, unsent }: ListEntry): Promise<void> => {
    const restored = unsent === null ? null : await disk.restoreUnsent(id, unsent.patches);
    if (restored?.ok !== true) return;
    syncSoon(id, true);
    await change((record) => changeEntry(record, id, { unsent: null }));
  };
  return async (pulled: readonly Membership[], removalsAtStart: number): Promise<void> => {
    const isFirst = !state.hasAnswer && read().cursor === 0;
    state.hasAnswer = true;
    // The personal list never ends.
    const sound = pulled.filter(({ id, deleted }) => !deleted || id !== userId);
    // The first answer changes what the screens offer, even if it is empty.
    if (sound.length > 0 || isFirst) await change((record) => mergeMemberships(record, sound, removalsAtStart));
    await Promise.all(
      entries()
        .filter(({ state: known, unsent }) => known !== 'ended' && unsent !== null)
        .map(restoreUnsent),
    );
    // Without an answer, the next pull reports the list again.
    for (const membership of sound) if (isDiscarded(read(), membership)) await backend?.deleteList(membership.id);
  };
}
