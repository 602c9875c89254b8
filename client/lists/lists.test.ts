/** The account's lists, with a disk and a backend in memory. */
import { expect, test, vi } from 'vitest';
import { createListsRecord, type ListsRecord, type Membership } from '#core/lists/lists-record.ts';
import { fail, ok } from '#core/result.ts';
import type { ListDisk } from '#client/ports/lists.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import { openLists } from './lists.ts';

const done = async () => ok(null);

/** A disk that refuses new lists. @param refused receives their ids */
function createFullDisk(refused: string[]): ListDisk {
  let record: ListsRecord = createListsRecord('ann', 'My List');
  return {
    read: async () => ok(record),
    async change(work) {
      record = work(record);
      return ok(record);
    },
    async createList(listId) {
      refused.push(listId);
      return fail({ type: 'storage-full' });
    },
    onChange: () => () => undefined,
    summarize: async () => null,
    savedLists: async () => [],
    collectUnsent: done,
    renameList: done,
    restoreUnsent: done,
    importCopy: done,
    removeList: async () => undefined,
    close: () => undefined,
  };
}

test('[H2] [D2] a new list that the disk refuses is deleted on the backend if a sync cycle has created it there', async () => {
  const refused: string[] = [];
  const memberships: Membership[] = [];
  const deleteList = vi.fn<(listId: string) => Promise<void>>(() => Promise.resolve());
  const lists = await openLists({
    userId: 'ann',
    disk: createFullDisk(refused),
    clock: createFakeClock(),
    order: ORDER,
    backend: {
      pullMemberships: async () => ok(memberships),
      deleteList,
      startSync: () => ({ syncSoon: () => undefined, close: () => undefined }),
    },
  });
  expect(await lists.create('Party')).toEqual({ ok: false, failure: { type: 'storage-full' } });
  const [id = ''] = refused;
  const owner = { id: 'ann', name: '', role: 'owner' } as const;
  memberships.push({ id, name: 'Party', role: 'owner', members: [owner], deleted: false, version: 1 });
  await lists.refresh();
  expect(deleteList).toHaveBeenCalledExactlyOnceWith(id);
  expect(lists.entries()).toHaveLength(1);
  lists.close();
});
