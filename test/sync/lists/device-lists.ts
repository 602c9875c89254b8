/** The disk of a device with several lists, in memory: the list disk port as device/lists/list-disk.ts implements it. */
import { copySavedLists } from '#core/change/change-saved-lists.ts';
import type { ListCopy } from '#core/change/change.ts';
import { createListsRecord, type ListsRecord, removeEntry } from '#core/lists/lists-record.ts';
import { ok } from '#core/result.ts';
import { planCopy } from '#client/lists/import-list.ts';
import type { ListDisk } from '#client/ports/lists.ts';
import { createFirstCopy } from '#device/lists/list-disk.ts';
import { collectUnsent, summarize } from '#device/lists/read-list.ts';
import { createDeviceDouble, type DeviceDouble, toList } from '#test/sync/device-double.ts';
import { type Disk, patchesOf, readView } from '#test/sync/disk-double.ts';
import { checkDropped, checkEnded, checkRemoval, createReturnCheck, type StoredList } from './lists-monitor.ts';
import type { ListsRules } from './rules.ts';
import type { ListsServerDouble } from './lists-server.ts';
import { createShopper, type Shopper } from './shopper.ts';

type Parts = {
  readonly account: string;
  /** Distinguishes devices. */
  readonly name: string;
  readonly server: ListsServerDouble;
  readonly rules: ListsRules;
};

/** The stored state, which survives a crash of the page. */
export type DeviceLists = {
  /** The port without `close`. */
  readonly disk: Omit<ListDisk, 'close' | 'onChange'>;
  readonly record: () => ListsRecord;
  /** Opens a list; creates it if the device does not have it. */
  readonly open: (listId: string) => DeviceDouble;
  /** Whether a list that was opened earlier is still on the device. */
  readonly has: (list: DeviceDouble) => boolean;
  readonly ids: () => readonly string[];
  /** The member who shops with a list. */
  readonly shopper: (listId: string) => Shopper;
  /** Allows to drop the unsent changes of a list, because the user has decided so. */
  readonly allowDrop: (listId: string) => void;
};

export function createDeviceLists({ account, name, server, rules }: Parts): DeviceLists {
  const lists = new Map<string, DeviceDouble>();
  const shoppers = new WeakMap<DeviceDouble, Shopper>();
  const dropped = new Set<string>();
  let record = createListsRecord(account, 'My List');
  const checkReturns = createReturnCheck(server, account);
  let opened = 0;
  const open = (listId: string): DeviceDouble => {
    const known = lists.get(listId);
    if (known !== undefined) return known;
    opened += 1;
    const created = createDeviceDouble(`${name}/${listId}/${opened}`, server.rowsOf(listId), rules);
    lists.set(listId, created);
    return created;
  };
  const importCopy = (listId: string, copy: ListCopy): readonly string[] => {
    const list = open(listId);
    const plan = planCopy(copy, { userId: account, listId }, toList(readView(list.disk(), rules.steps)));
    for (const change of plan.changes) list.applyChange(change);
    return plan.left;
  };
  const set = (next: ListsRecord): void => {
    const views = new Map([...lists].map(([listId, list]) => [listId, readView(list.disk(), rules.steps)]));
    checkDropped(record, next, { dropped, views });
    checkEnded(server, account, next);
    checkReturns(record, next);
    record = withoutRemovals(next, rules);
  };
  return {
    record: () => record,
    open,
    has: (list) => [...lists.values()].includes(list),
    ids: () => [...lists.keys()],
    shopper(listId) {
      const list = open(listId);
      const shopper = shoppers.get(list) ?? createShopper(list, rules);
      shoppers.set(list, shopper);
      return shopper;
    },
    allowDrop: (listId) => void dropped.add(listId),
    disk: {
      read: () => Promise.resolve(ok(rules.creationKept ? record : withoutNew(record))),
      change(work) {
        set(work(rules.membershipGuard ? record : withoutVersions(record)));
        return Promise.resolve(ok(record));
      },
      summarize: (listId) => {
        const list = lists.get(listId);
        return Promise.resolve(list === undefined ? null : summarize(readUnsent(list.disk(), rules)));
      },
      savedLists: (listId) => {
        const list = lists.get(listId);
        return Promise.resolve(list === undefined ? [] : copySavedLists(readUnsent(list.disk(), rules).list));
      },
      names: () => Promise.resolve([]),
      collectUnsent: (listId) => {
        const list = lists.get(listId);
        return Promise.resolve(
          ok(list === undefined || !rules.unsentKept ? null : collectUnsent(readUnsent(list.disk(), rules))),
        );
      },
      createList(listId, listName) {
        const list = open(listId);
        // One category is enough: the others would only make the histories longer.
        const { categories, ...first } = createFirstCopy(listId, listName);
        list.applyChange({
          type: 'import-copy',
          copy: { ...first, categories: categories.slice(0, 1) },
          mode: 'replace',
        });
        return list.storage.markComplete();
      },
      renameList(listId, listName) {
        open(listId).applyChange({ type: 'rename-list', name: listName });
        return Promise.resolve(ok(null));
      },
      restoreUnsent(listId, patches) {
        if (rules.unsentRestored) open(listId).restore(patches);
        return Promise.resolve(ok(null));
      },
      importCopy: (listId, copy) => Promise.resolve(ok(importCopy(listId, copy))),
      removeList(listId) {
        const list = lists.get(listId);
        if (list !== undefined && !dropped.has(listId)) {
          const unsent = record.entries.find(({ id }) => id === listId)?.unsent?.copy ?? null;
          checkRemoval(listId, readUnsent(list.disk(), rules), unsent);
        }
        if (rules.copyRemoved) lists.delete(listId);
        return Promise.resolve();
      },
    },
  };
}

/** What the device has in a list, and what of it the backend lacks, as device/lists/read-list.ts reads it. */
function readUnsent(disk: Disk, rules: ListsRules): StoredList {
  const rejected = disk.record.rejected.flatMap(({ group }) => group.patches.map(({ patch }) => patch));
  const waiting = patchesOf(disk.outbox);
  const outbox = [{ key: disk.lastKey, patches: [...rejected, ...waiting] }];
  return { list: toList(readView({ ...disk, outbox }, rules.steps)), waiting, rejected };
}

/** The record of a device that forgets what the backend does not know, for the rule `creationKept`. */
const withoutNew = (record: ListsRecord): ListsRecord =>
  record.entries.filter(({ state }) => state === 'new').reduce((next, { id }) => removeEntry(next, id), record);

/** The record of a device that does not compare versions, for the rule `membershipGuard`. */
const withoutVersions = (record: ListsRecord): ListsRecord => ({
  ...record,
  entries: record.entries.map((entry) => ({ ...entry, version: -1 })),
});

/** The record of a device that forgets what was removed, for the rules `removalsCounted` and `discardedKept`. */
const withoutRemovals = ({ removals, discarded, ...record }: ListsRecord, rules: ListsRules): ListsRecord => ({
  ...record,
  ...(rules.removalsCounted && removals !== undefined ? { removals } : {}),
  ...(rules.discardedKept && discarded !== undefined ? { discarded } : {}),
});
