/** Opening a list: the first time, again, with an older version's list, and without a disk. */
import { describe, expect, test } from 'vitest';
import type { ListCopy } from '#core/change/change.ts';
import { readLive } from '#core/testing/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk, type FakeDisk } from '#test/doubles/fake-disk.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { openList } from '#client/lists/open-list.ts';

const SEED: ListCopy = {
  listName: 'My List',
  items: [{ id: '1', name: 'Apples', category: '1', checked: false }],
  categories: [{ id: '1', name: 'Fruit', color: '', inList: true }],
  savedLists: [],
};

const COPY: ListCopy = {
  listName: 'Old list',
  items: [{ id: 'o', name: 'Old cheese', category: 'd', checked: true }],
  categories: [{ id: 'd', name: 'Dairy', color: '', inList: true }],
  savedLists: [{ id: 's', name: 'Saved', items: [], createdAt: '2026-01-01T00:00:00.000Z' }],
};

/** Opens a tab, with an older version's list if given. */
async function open(disk: FakeDisk, copy: ListCopy | null = null) {
  let taken = 0;
  const clock = createFakeClock();
  const onImported = (): void => {
    taken += 1;
  };
  const list = await openList(
    { ...disk.openTab(), clock, order: ORDER },
    {
      first: async () => SEED,
      legacy: copy && { copy, onImported },
    },
  );
  return {
    ...list,
    clock,
    taken: () => taken,
    names: () => readLive(list.store.list).items.map(({ name }) => name),
    saved: () => readLive(list.store.list).savedLists.map(({ name }) => name),
  };
}

const newDisk = (): FakeDisk => createFakeDisk({ isManual: false });

describe('a list', () => {
  test('[L1] that is not on this device yet starts as the default list', async () => {
    const { names, store, openFailure } = await open(newDisk());
    expect(names()).toEqual(['Apples']);
    expect(store.view.heading()).toEqual({ name: 'My List', checked: 0, total: 1 });
    expect([store.canUndo(), openFailure]).toEqual([false, null]);
  });

  test('[U3] that exists opens unchanged, with its collapsed categories', async () => {
    const disk = newDisk();
    const { store, collapse, close } = await open(disk);
    store.applyChange({ type: 'add-item', id: 'p', name: 'Pears', category: '1' });
    collapse.toggle('1');
    close();
    const again = await open(disk);
    expect(again.names()).toEqual(['Apples', 'Pears']);
    expect([again.collapse.isCollapsed('1'), again.store.canUndo()]).toEqual([true, true]);
  });

  test('[Y8] that two tabs open at the same time is created once', async () => {
    const disk = newDisk();
    const [one, other] = await Promise.all([open(disk), open(disk)]);
    one.store.applyChange({ type: 'add-item', id: 'p', name: 'Pears', category: '1' });
    await quiet();
    expect(other.names()).toEqual(['Apples', 'Pears']);
  });

  test('that was closed ignores later events', async () => {
    const disk = newDisk();
    const { store, clock, close, collapse } = await open(disk);
    store.applyChange({ type: 'check-item', id: '1', checked: true });
    close();
    clock.advance(10_000);
    collapse.setPointerDown(false);
    clock.advance(10_000);
    expect([clock.waiting(), disk.state().outbox.length, disk.state().collapsed]).toEqual([0, 1, []]);
  });
});

describe("an older version's list", () => {
  test('[D1] replaces the default list, and is stored before it is reported as imported', async () => {
    const disk = newDisk();
    const { names, saved, taken, store } = await open(disk, COPY);
    expect([names(), saved(), store.view.heading().name]).toEqual([['Old cheese'], ['Saved'], 'Old list']);
    expect([taken(), disk.view().items.map(({ name }) => name)]).toEqual([1, ['Old cheese']]);
  });

  test('[D1] joins an existing list', async () => {
    const disk = newDisk();
    await open(disk);
    const { names, saved, taken, store } = await open(disk, COPY);
    expect([names(), saved(), store.view.heading().name]).toEqual([['Apples', 'Old cheese'], ['Saved'], 'My List']);
    expect([taken(), disk.view().items.map(({ name }) => name)]).toEqual([1, ['Apples', 'Old cheese']]);
  });

  test('[D1] stays where it was if it has too many saved lists', async () => {
    const disk = newDisk();
    await open(disk);
    const savedLists = Array.from({ length: 11 }, (_, at) => ({ id: `s${at}`, name: '', items: [], createdAt: '' }));
    const { names, taken } = await open(disk, { ...COPY, savedLists });
    expect([names(), taken()]).toEqual([['Apples'], 0]);
  });

  test('[D1] stays where it was while the disk refuses writes, but is shown', async () => {
    const disk = newDisk();
    await open(disk);
    disk.refuse({ type: 'storage-full' });
    const { names, taken, store } = await open(disk, COPY);
    expect([names(), taken()]).toEqual([['Apples', 'Old cheese'], 0]);
    expect(store.storageFailure()).toEqual({ type: 'storage-full' });
  });

  test('[D1] stays where it was without a disk, but is shown', async () => {
    const disk = newDisk();
    disk.block({ type: 'storage-blocked' });
    const { names, taken } = await open(disk, COPY);
    expect([names(), taken()]).toEqual([['Old cheese'], 0]);
  });
});

describe('without a disk', () => {
  test('[D2] the list reports it and continues in memory', async () => {
    const disk = newDisk();
    disk.block({ type: 'storage-blocked' });
    const { names, store, openFailure, clock } = await open(disk);
    expect(openFailure).toEqual({ type: 'storage-blocked' });
    store.applyChange({ type: 'add-item', id: 'p', name: 'Pears', category: '1' });
    await quiet();
    clock.advance(10_000);
    await quiet();
    store.applyChange({ type: 'delete-item', id: '1' });
    store.undo();
    expect([names(), store.storageFailure()]).toEqual([['Apples', 'Pears'], null]);
  });
});
