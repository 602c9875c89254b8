/** Keeps the account's lists: their record on disk, lists created and removed here, and memberships from the backend. */
import {
  addNewList,
  changeEntry,
  countLists,
  countRows,
  createListsRecord,
  endEntry,
  LISTS_LIMIT,
  mergeMemberships,
  keepInEnded,
  removeEndedEntry,
  removeEntry,
  sortEntries,
} from '#core/lists/lists-record.ts';
import type { ListEntry, ListsRecord } from '#core/lists/lists-record.ts';
import { createUuid } from '#core/id/create-id.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createListeners } from '#core/listeners.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListDisk, Lists, ListsBackend, Memberships } from '#client/ports/lists.ts';
import type { StorageFailure } from '#client/ports/storage.ts';

/** Milliseconds until an ended list is removed, so that every tab has left it. */
const LEAVE_MS = 1000;

type ListsParts = {
  readonly userId: string;
  readonly disk: ListDisk;
  readonly clock: Clock;
  readonly order: NameOrder;
  /** Null for the demo, which has no backend. */
  readonly backend: Pick<ListsBackend, 'pullMemberships'> | null;
};

/** The account's lists, for the screens and for the sync. */
export type AccountLists = Lists & {
  readonly memberships: Memberships;
  /** The lists to sync: not those that have ended, or that this tab is removing. */
  readonly syncableIds: () => readonly string[];
  readonly close: () => void;
};

/** Reads the record and keeps it up to date. If the disk refuses, only the personal list is known. */
export async function openLists(parts: ListsParts): Promise<AccountLists> {
  const { disk, backend } = parts;
  const kept = await keepRecord(parts);
  const memberships = createMemberships(parts, kept);
  const stopRemoving = removeEndedLists(parts, kept);
  const removing = new Set<string>();
  return {
    ...createActions(parts, kept, removing),
    ...createEndedActions(parts, kept),
    syncableIds: () =>
      kept
        .entries()
        .filter(({ id, state }) => state !== 'ended' && !removing.has(id))
        .map(({ id }) => id),
    entries: kept.entries,
    onChange: kept.onChange,
    hasSeveral: () => backend === null || kept.read().cursor > 0,
    summarize: disk.summarize,
    savedLists: disk.savedLists,
    memberships,
    async refresh() {
      const pulled = await backend?.pullMemberships(memberships.cursor());
      if (pulled?.ok === true) await memberships.receive(pulled.value);
    },
    async countUnsentExcept(listId) {
      const others = kept.entries().filter(({ id }) => id !== listId);
      const counts = await Promise.all(
        others.map(async ({ id, unsent }) =>
          unsent ? countRows(unsent.copy) : ((await disk.summarize(id))?.unsent ?? 0),
        ),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close() {
      stopRemoving();
      kept.close();
      disk.close();
    },
  };
}

type Kept = {
  readonly read: () => ListsRecord;
  readonly entries: () => readonly ListEntry[];
  readonly onChange: (listener: () => void) => () => void;
  readonly change: (work: (last: ListsRecord) => ListsRecord) => Promise<Result<null, StorageFailure>>;
  readonly close: () => void;
};

/** The record in memory, as the disk has it. */
async function keepRecord({ userId, disk, order }: ListsParts): Promise<Kept> {
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

type Actions = Pick<Lists, 'create' | 'setName' | 'rename' | 'remove' | 'leave'>;

/** @param removing the lists that are being removed; a sync cycle would store them again */
function createActions({ disk, clock, backend }: ListsParts, kept: Kept, removing: Set<string>): Actions {
  const { read, entries, change } = kept;
  const remove = async (listId: string): Promise<void> => {
    removing.add(listId);
    try {
      // First the list: without its entry, nothing would remove it after a crash.
      await disk.removeList(listId);
      await change((record) => removeEntry(record, listId));
    } finally {
      removing.delete(listId);
    }
  };
  return {
    async create(name) {
      if (countLists(read()) >= LISTS_LIMIT) return fail({ type: 'too-many-lists' });
      const list = { id: createUuid(clock.randomHex), name };
      // First the record: a list without one would be lost.
      const added = await change((record) => addNewList(record, list, backend === null ? 'active' : 'new'));
      if (!added.ok) return added;
      const created = await disk.createList(list.id, name);
      if (created.ok) return ok(list.id);
      await change((record) => removeEntry(record, list.id));
      return created;
    },
    async setName(listId, name) {
      if (entries().some((entry) => entry.id === listId && entry.name !== name))
        await change((record) => changeEntry(record, listId, { name }));
    },
    async rename(listId, name) {
      const renamed = await disk.renameList(listId, name);
      return renamed.ok ? change((record) => changeEntry(record, listId, { name })) : renamed;
    },
    remove,
    leave: (listId) => leaveList(disk, kept, { listId, remove }),
  };
}

type Leaving = { readonly listId: string; readonly remove: Lists['remove'] };

/** Removes the list at once unless there is something to offer, so that the user sees no notice without a reason. */
async function leaveList(disk: ListDisk, kept: Kept, { listId, remove }: Leaving): Promise<void> {
  const unsent = await disk.collectUnsent(listId);
  if (unsent.ok && (unsent.value === null || countRows(unsent.value.copy) === 0)) return remove(listId);
  await kept.change((record) => endEntry(record, listId));
  await keepUnsentCopy({ disk, ...kept }, listId);
  return undefined;
}

/** What the user decides about an ended list. */
function createEndedActions({ disk }: ListsParts, { entries, change }: Kept): Pick<Lists, 'keepUnsent' | 'dismiss'> {
  return {
    async keepUnsent(endedId, targetId) {
      // The device may still have the list, if the page was closed before it was removed.
      const kept = await keepUnsentCopy({ disk, entries, change }, endedId);
      if (kept === 'failed') return fail({ type: 'storage-blocked' });
      const unsent = entries().find(({ id }) => id === endedId)?.unsent ?? null;
      const imported = unsent === null ? ok(null) : await disk.importCopy(targetId, unsent.copy);
      return imported.ok ? change((record) => removeEndedEntry(record, endedId)) : imported;
    },
    async dismiss(endedId) {
      // The user may have read the notice before the unsent changes were collected. Then it offers them first.
      const kept = await keepUnsentCopy({ disk, entries, change }, endedId);
      if (kept === 'nothing') await change((record) => removeEndedEntry(record, endedId));
    },
  };
}

/**
 * Keeps the rows of an ended list that were not sent, and removes the list from this device.
 * @returns `kept` if there are rows to copy; `failed` if the disk did not answer: nothing was removed, and the next start
 *   tries again; `joined` if the account has joined the list again
 */
async function keepUnsentCopy(
  { disk, entries, change }: Pick<ListsParts, 'disk'> & Pick<Kept, 'entries' | 'change'>,
  listId: string,
): Promise<'kept' | 'nothing' | 'failed' | 'joined'> {
  const collected = await disk.collectUnsent(listId);
  if (!collected.ok) return 'failed';
  const unsent = collected.value;
  if (unsent !== null) {
    // The account may join the list again in the meantime; then its changes are in the list itself.
    const stored = await change((record) => keepInEnded(record, listId, unsent));
    if (!stored.ok) return 'failed';
  }
  if (!entries().some(({ id, state }) => id === listId && state === 'ended')) return 'joined';
  await disk.removeList(listId);
  return unsent !== null && countRows(unsent.copy) > 0 ? 'kept' : 'nothing';
}

function createMemberships({ userId, disk, backend }: ListsParts, { read, entries, change }: Kept): Memberships {
  /** An account that joined a list again gets its unsent changes back. */
  const restoreUnsent = async ({ id, unsent }: ListEntry): Promise<void> => {
    const restored = unsent === null ? null : await disk.restoreUnsent(id, unsent.patches);
    if (restored?.ok === true) await change((record) => changeEntry(record, id, { unsent: null }));
  };
  return {
    cursor: () => read().cursor,
    async receive(pulled) {
      // The personal list never ends.
      const sound = pulled.filter(({ id, deleted }) => !deleted || id !== userId);
      if (sound.length > 0) await change((record) => mergeMemberships(record, sound));
      await Promise.all(
        entries()
          .filter(({ state, unsent }) => state !== 'ended' && unsent !== null)
          .map(restoreUnsent),
      );
    },
    newListName: (listId) => entries().find(({ id, state }) => id === listId && state === 'new')?.name ?? null,
    markCreated: async (listId) => void (await change((record) => changeEntry(record, listId, { state: 'active' }))),
    async end(listId) {
      // The list is removed only if the backend confirms it. One that was restored from a backup may not know the list.
      const pulled = await backend?.pullMemberships(0);
      const hasEnded = pulled?.ok === true && pulled.value.some(({ id, deleted }) => id === listId && deleted);
      if (hasEnded && listId !== userId) await change((record) => endEntry(record, listId));
    },
  };
}

/**
 * Removes ended lists from this device, and first keeps what was not sent (product H6).
 * @returns stops removing
 */
function removeEndedLists({ userId, disk, clock }: ListsParts, { entries, onChange, change }: Kept): () => void {
  let isClosed = false;
  let cancel: (() => void) | null = null;
  const removed = new Set<string>();
  const removeAll = async (): Promise<void> => {
    const ended = entries().filter(({ state, id }) => state === 'ended' && id !== userId && !removed.has(id));
    for (const entry of ended) {
      removed.add(entry.id);
      // One after the other, because they share the record.
      if (!isClosed) await keepUnsentCopy({ disk, entries, change }, entry.id);
    }
  };
  const removeSoon = (): void => {
    for (const { id, state } of entries()) if (state !== 'ended') removed.delete(id);
    cancel?.();
    cancel = clock.after(LEAVE_MS, () => void removeAll());
  };
  const stop = onChange(removeSoon);
  removeSoon();
  return () => {
    isClosed = true;
    stop();
    cancel?.();
  };
}
