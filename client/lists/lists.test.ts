/** The account's lists, with a disk and a backend in memory. */
import { expect, test, vi } from 'vitest';
import { createListsRecord, type ListEntry, type ListsRecord, type Membership } from '#core/lists/lists-record.ts';
import { fail, ok } from '#core/result.ts';
import { itemRow } from '#core/testing/contents.ts';
import type { ListDisk } from '#client/ports/lists.ts';
import { createFakeClock, type FakeClock } from '#test/doubles/fake-clock.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { openLists } from './lists.ts';

const done = async () => ok(null);

/** A disk without lists. */
function createDisk(record: ListsRecord = createListsRecord('ann', 'My List')) {
  let stored = record;
  return {
    read: async () => ok(stored),
    change: vi.fn<ListDisk['change']>(async (work) => {
      stored = work(stored);
      return ok(stored);
    }),
    createList: done,
    onChange: () => () => undefined,
    summarize: async () => null,
    savedLists: async () => [],
    names: async (listId: string) => [{ name: `Name in ${listId}`, category: 'Dairy' }],
    collectUnsent: done,
    renameList: done,
    restoreUnsent: done,
    importCopy: async () => ok([]),
    removeList: async () => undefined,
    close: () => undefined,
  };
}

const open = (
  disk: ListDisk,
  { memberships = [], deleteList = async () => undefined, clock = createFakeClock() }: Partial<Parts> = {},
) =>
  openLists({
    userId: 'ann',
    disk,
    clock,
    order: ORDER,
    backend: {
      pullMemberships: async () => ok(memberships),
      deleteList,
      startSync: () => ({ syncSoon: () => undefined, close: () => undefined }),
    },
  });

type Parts = {
  /** What the backend answers. */
  readonly memberships: readonly Membership[];
  readonly deleteList: (listId: string) => Promise<void>;
  readonly clock: FakeClock;
};

/** A record with a list that others share. */
const withShared = (entry: Partial<ListEntry> = {}): ListsRecord => {
  const record = createListsRecord('ann', 'My List');
  const shared = { id: 'party', name: 'Party', role: 'member', members: [], unsent: null, version: 4 } as const;
  return { ...record, cursor: 4, entries: [...record.entries, { ...shared, state: 'active', ...entry }] };
};

test('[H2] [D2] a new list that the disk refuses is deleted on the backend if a sync cycle has created it there', async () => {
  const refused: string[] = [];
  const memberships: Membership[] = [];
  const deleteList = vi.fn<(listId: string) => Promise<void>>(() => Promise.resolve());
  const createList: ListDisk['createList'] = async (listId) => {
    refused.push(listId);
    return fail({ type: 'storage-full' });
  };
  const lists = await open({ ...createDisk(), createList }, { memberships, deleteList });
  expect(await lists.create('Party')).toEqual({ ok: false, failure: { type: 'storage-full' } });
  const [id = ''] = refused;
  const owner = { id: 'ann', name: '', role: 'owner' } as const;
  memberships.push({ id, name: 'Party', role: 'owner', members: [owner], deleted: false, version: 1 });
  await lists.refresh();
  expect(deleteList).toHaveBeenCalledExactlyOnceWith(id);
  expect(lists.entries()).toHaveLength(1);
  lists.close();
});

test('[H6] a refusal that the memberships do not confirm is not written to the disk, which other tabs would read again', async () => {
  const disk = createDisk(withShared());
  const lists = await open(disk);
  await lists.memberships.end('party');
  expect(disk.change).not.toHaveBeenCalled();
  const ended = { id: 'party', name: '', role: 'member', members: [], deleted: true, version: 5 } as const;
  const confirming = await open(disk, { memberships: [ended] });
  await confirming.memberships.end('party');
  expect(confirming.entries().map(({ id, state }) => `${id} ${state}`)).toEqual(['ann active', 'party ended']);
  for (const opened of [lists, confirming]) opened.close();
});

test('[H6] saved lists that do not fit into the other list stay in the ended list, until another list has room', async () => {
  const saved = { name: 'BBQ', createdAt: '', items: [itemRow('ham', { category: 'meat' })] };
  const copy = {
    listName: 'Party',
    items: [itemRow('milk')],
    categories: ['dairy', 'meat'].map((id) => ({ id, name: id, color: '', inList: true })),
    savedLists: ['bbq', 'brunch'].map((id) => ({ ...saved, id })),
  };
  const patch = { table: 'savedLists', id: 'bbq', fields: { name: 'BBQ' } } as const;
  const unsent = { copy, patches: [patch, { ...patch, id: 'brunch' }] };
  const noRoom = [['bbq'], []];
  const importCopy = async () => ok(noRoom.shift() ?? []);
  const lists = await open({ ...createDisk(withShared({ state: 'ended', unsent })), importCopy });
  expect(await lists.keepUnsent('party', 'ann')).toEqual(ok(1));
  expect(lists.entries().at(-1)).toMatchObject({
    id: 'party',
    unsent: { copy: { items: [], categories: [{ id: 'meat' }], savedLists: [{ id: 'bbq' }] }, patches: [patch] },
  });
  expect(await lists.keepUnsent('party', 'ann')).toEqual(ok(0));
  expect(lists.entries()).toHaveLength(1);
  lists.close();
});

test('[H6] a notice that is dismissed while the unsent changes are collected offers them', async () => {
  const unsent = { copy: { listName: 'Party', categories: [], savedLists: [], items: [itemRow('milk')] }, patches: [] };
  const clock = createFakeClock();
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ListDisk['collectUnsent']>>>();
  const answers = [promise, Promise.resolve(ok(unsent))];
  const collectUnsent = async () => answers.shift() ?? ok(null);
  const lists = await open({ ...createDisk(withShared({ state: 'ended' })), collectUnsent }, { clock });
  const dismissed = lists.dismiss('party');
  // The changes are kept and the list is removed from the device, before the dismissal has read the list.
  clock.advance(1000);
  await quiet();
  resolve(ok(null));
  await dismissed;
  expect(lists.entries().at(-1)).toMatchObject({ id: 'party', unsent });
  await lists.dismiss('party');
  expect(lists.entries().map(({ id }) => id)).toEqual(['ann']);
  lists.close();
});
