/** The record of the account's lists, in the database of the personal list (product H1, H6). */
import {
  createListsRecord,
  type ListEntry,
  type ListMember,
  type ListsRecord,
  type UnsentChanges,
} from '#core/lists/lists-record.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { Stores } from '#core/list/keyed-fields.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import type { Result } from '#core/result.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import {
  type Guard,
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isOptional,
  isText,
  isWith,
  isWithAnyOf,
  isWord,
} from '#device/shape.ts';
import type { Run } from './database.ts';
import { quarantine } from './quarantine.ts';
import { areItems, isPatch } from './records.ts';
import { META } from './schema.ts';

export type ListsStorage = {
  readonly read: () => Promise<Result<ListsRecord, StorageFailure>>;
  /** Changes the record in one transaction. @returns the new record */
  readonly change: (work: (record: ListsRecord) => ListsRecord) => Promise<Result<ListsRecord, StorageFailure>>;
};

/** @param run runs transactions on the database of the personal list */
export function createListsStorage(run: Run, userId: string): ListsStorage {
  const first = (): ListsRecord => createListsRecord(userId, FIRST_LIST_NAME);
  return {
    read: () =>
      run(['meta'], 'readonly', async (tx) => {
        const stored = await tx.objectStore('meta').get(META.lists);
        return isListsRecord(stored) ? stored : first();
      }),
    change: (work) =>
      run(['meta'], 'readwrite', async (tx) => {
        const stored = await tx.objectStore('meta').get(META.lists);
        const isReadable = isListsRecord(stored);
        // It may name lists with unsent changes, so it is quarantined (product D1).
        if (stored !== undefined && !isReadable)
          await quarantine(tx, [{ store: 'meta', key: META.lists, value: stored }]);
        const changed = work(isReadable ? stored : first());
        await tx.objectStore('meta').put(changed, META.lists);
        return changed;
      }),
  };
}

const isRole = isWord('owner', 'member');
const isMember: Guard<ListMember> = isWith({ id: isText, name: isText, role: isRole });
/** Values that are not names are ignored. */
const isStores: Guard<Stores> = (value: unknown): value is Stores => isObject(value);
const isCopy: Guard<ListCopy> = isWith({
  listName: isText,
  stores: isOptional(isStores),
  items: areItems,
  categories: isListOf(isWith({ id: isText, name: isText, color: isText, inList: isFlag })),
  savedLists: isListOf(isWith({ id: isText, name: isText, items: areItems, createdAt: isText })),
});
const isUnsent: Guard<UnsentChanges> = isWith({ copy: isCopy, patches: isListOf(isPatch) });
const isEntry: Guard<ListEntry> = isWith({
  id: isText,
  name: isText,
  role: isRole,
  members: isListOf(isMember),
  state: isWord('new', 'active', 'ended'),
  unsent: (value): value is UnsentChanges | null => value === null || isUnsent(value),
  version: isNumber,
});
const hasLists = isWith({ cursor: isNumber, entries: isListOf(isEntry) });
const hasRemovals = isWithAnyOf({ removals: isNumber, discarded: isListOf(isText) });
const isListsRecord: Guard<ListsRecord> = (value): value is ListsRecord => hasLists(value) && hasRemovals(value);
