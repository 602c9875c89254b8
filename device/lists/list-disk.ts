/** The list disk port on IndexedDB: each list has its own database, and the personal list's has the record of all lists. */
import { DEFAULT_CATEGORIES, defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { isDemoList, listKey, type ListRef, personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { copySavedLists } from '#core/change/change-saved-lists.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { Patch } from '#core/diff/diff.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { type AccountLists, openLists } from '#client/lists/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListDisk } from '#client/ports/lists.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { planCopy } from '#client/lists/import-list.ts';
import type { Store, StoreParts } from '#client/store/store.ts';
import { removeList } from '#device/database/remove-list.ts';
import { createStorage } from '#device/database/storage.ts';
import { createTabs } from '#device/tabs/tabs.ts';
import { collectUnsent, listedNames, readUnsent, type StoredList, summarize } from './read-list.ts';
import { withList, withOpenList } from './with-list.ts';

type DiskParts = Pick<StoreParts, 'clock' | 'order'> & {
  readonly userId: string;
};

/** Opens the record. Each call about a list opens its database and closes it again. */
export async function createListDisk(parts: DiskParts): Promise<ListDisk> {
  const { userId } = parts;
  const personal = createStorage(listKey(personalList(userId)));
  const record = await personal.loadLists(userId);
  const tabs = createTabs(`${userId}:lists`);
  const refOf = (listId: string): ListRef => ({ userId, listId });
  /** Null if the list is not on this device, or cannot be read. */
  const readList = async <T>(listId: string, pick: (stored: StoredList) => T): Promise<T | null> => {
    const read = await readUnsent(refOf(listId), parts.clock);
    return read.ok && read.value !== null ? pick(read.value) : null;
  };
  return {
    read: record.read,
    async change(work) {
      const changed = await record.change(work);
      if (changed.ok) tabs.announce();
      return changed;
    },
    onChange: tabs.onChange,
    summarize: (listId) => readList(listId, summarize),
    savedLists: async (listId) => (await readList(listId, ({ list }) => copySavedLists(list))) ?? [],
    names: async (listId) => (await readList(listId, ({ list }) => listedNames(list))) ?? [],
    async collectUnsent(listId) {
      const read = await readUnsent(refOf(listId), parts.clock);
      return read.ok ? ok(read.value && collectUnsent(read.value)) : read;
    },
    createList: (listId, name) => createList(refOf(listId), name, parts),
    renameList: (listId, name) =>
      editList(refOf(listId), parts, (store) => store.applyChange({ type: 'rename-list', name })),
    restoreUnsent: (listId, patches) => restoreUnsent(refOf(listId), patches),
    importCopy: (listId, copy) => importCopy(refOf(listId), copy, parts),
    removeList: (listId) => removeList(listKey(refOf(listId)), true),
    close() {
      tabs.close();
      void personal.close();
    },
  };
}

/** Opens the demo's lists: on this device only, and never shared (product H2). */
export async function openDemoLists(clock: Clock, order: NameOrder): Promise<AccountLists> {
  const userId = DEMO_USER.id;
  const disk = await createListDisk({ userId, clock, order });
  return openLists({ userId, disk, clock, order, backend: null });
}

/** Opens the list, changes it, and waits until the change is on disk. Tabs that show the list are notified. */
const editList = (
  ref: ListRef,
  parts: DiskParts,
  edit: (store: Store) => void,
): Promise<Result<null, StorageFailure>> =>
  withOpenList(ref, { ...parts, initial: null }, async ({ store, openFailure }) => {
    edit(store);
    // A read that comes back proves that the write before it is on disk.
    await store.catchUp();
    const failure = openFailure ?? store.storageFailure();
    return failure === null ? ok(null) : fail(failure);
  });

const restoreUnsent = (ref: ListRef, patches: readonly Patch[]): Promise<Result<null, StorageFailure>> =>
  withList(ref, async ({ storage, tabs }) => {
    const appended = await storage.append([{ patches, history: NO_HISTORY_CHANGE }]);
    if (!appended.ok) return appended;
    tabs.announce();
    return ok(null);
  });

async function createList(ref: ListRef, name: string, parts: DiskParts): Promise<Result<null, StorageFailure>> {
  const copy = createFirstCopy(ref.listId, name);
  const created = await editList(ref, parts, (store) =>
    store.applyChange({ type: 'import-copy', copy, mode: 'replace' }, false),
  );
  if (!created.ok || isDemoList(ref)) return created;
  // The backend has no rows of this list, so none have to be pulled before it can be used.
  return withList(ref, async ({ storage }) => (await storage.loadSync(parts.clock)).markComplete());
}

/** A new list: no items, and the six default categories in view (product L2). */
export const createFirstCopy = (listId: string, name: string): ListCopy => ({
  listName: name,
  items: [],
  categories: DEFAULT_CATEGORIES.map((category, at) => ({
    ...category,
    id: defaultCategoryId(at + 1, listId),
    inList: true,
  })),
  savedLists: [],
});

async function importCopy(
  ref: ListRef,
  copy: ListCopy,
  parts: DiskParts,
): Promise<Result<readonly string[], StorageFailure>> {
  let left: readonly string[] = [];
  const imported = await editList(ref, parts, (store) => {
    const plan = planCopy(copy, ref, store.list);
    ({ left } = plan);
    for (const change of plan.changes) store.applyChange(change);
  });
  return imported.ok ? ok(left) : imported;
}
