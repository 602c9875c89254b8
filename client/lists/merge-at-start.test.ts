/** When categories of one name are merged. */
import { expect, test } from 'vitest';
import { categoryRow, itemRow, readLive } from '#core/testing/contents.ts';
import { createCategoryCollapse } from '#client/collapse/category-collapse.ts';
import type { Contents } from '#core/list/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { applyTo } from '#test/doubles/sample-list.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { mergeAtStart } from './open-list.ts';

const TWINS = {
  categories: [categoryRow('default-3-ann', { name: 'Meat' }), categoryRow('3-ann', { name: 'Meat' })],
  items: [itemRow('beef', { category: 'default-3-ann' })],
};

/** Opens the list, with the places of its rows. */
async function open(first: Partial<Contents>, disk = createFakeDisk({ isManual: false })) {
  const clock = createFakeClock();
  const store = await openTab(disk, first, clock);
  const collapse = createCategoryCollapse({ store, clock, collapsed: [], save: () => undefined });
  return { store, collapse, clock };
}

const status = (hasPulled: boolean): SyncStatus => ({ pending: 0, firstSync: null, hasPulled, rejected: [] });

test('[L8] the next start merges two categories of one name in one step, which syncs and can be undone', async () => {
  const opened = await open(TWINS);
  const { store } = opened;
  mergeAtStart(opened, null);
  expect(readLive(store.list).categories.map(({ id }) => id)).toEqual(['3-ann']);
  expect(store.patches().map(({ id }) => id)).toEqual(['default-3-ann', 'beef']);
  store.undo();
  expect(readLive(store.list).categories.map(({ id }) => id)).toEqual(['3-ann', 'default-3-ann']);
  expect(store.canUndo()).toBe(false);
});

test('[L8] a list without such categories gets no step', async () => {
  const opened = await open({ categories: [categoryRow('a')] });
  const { store } = opened;
  mergeAtStart(opened, { status: () => status(true), onChange: () => () => undefined });
  expect([store.canUndo(), store.patches()]).toEqual([false, []]);
});

test('[L8] in a list that syncs, the merge waits for the first complete pull, and happens once', async () => {
  const opened = await open(TWINS);
  const { store } = opened;
  let hasPulled = false;
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  mergeAtStart(opened, { status: () => status(hasPulled), onChange });
  const notify = (): void => [...listeners].forEach((listener) => listener());
  notify();
  expect(store.canUndo()).toBe(false);
  hasPulled = true;
  notify();
  expect(readLive(store.list).categories).toHaveLength(1);
  expect(listeners.size).toBe(0);
});

test('[L6] the merge, and what a pull brought before it, wait while a finger is down', async () => {
  const disk = createFakeDisk({ isManual: false });
  const opened = await open(TWINS, disk);
  const { store, collapse, clock } = opened;
  const other = await openTab(disk);
  collapse.setPointerDown(true);
  applyTo(other, { type: 'delete-item', id: 'beef' });
  await quiet();
  const shown = () => [readLive(store.list).categories.length, readLive(store.list).items.length];
  mergeAtStart(opened, { status: () => status(true), onChange: () => () => undefined });
  expect(shown()).toEqual([2, 1]);
  collapse.setPointerDown(false);
  clock.advance(600);
  expect(shown()).toEqual([1, 0]);
});
