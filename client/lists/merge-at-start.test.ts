/** When categories of one name are merged. */
import { expect, test } from 'vitest';
import { categoryRow, itemRow, readLive } from '#core/testing/contents.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { mergeAtStart } from './open-list.ts';

const TWINS = {
  categories: [categoryRow('default-3-ann', { name: 'Meat' }), categoryRow('3-ann', { name: 'Meat' })],
  items: [itemRow('beef', { category: 'default-3-ann' })],
};

const status = (hasPulled: boolean): SyncStatus => ({ pending: 0, firstSync: null, hasPulled, rejected: [] });

test('[L8] the next start merges two categories of one name in one step, which syncs and can be undone', async () => {
  const store = await openTab(createFakeDisk({ isManual: false }), TWINS);
  mergeAtStart(store, null);
  expect(readLive(store.list).categories.map(({ id }) => id)).toEqual(['3-ann']);
  expect(store.patches().map(({ id }) => id)).toEqual(['default-3-ann', 'beef']);
  store.undo();
  expect(readLive(store.list).categories.map(({ id }) => id)).toEqual(['3-ann', 'default-3-ann']);
  expect(store.canUndo()).toBe(false);
});

test('[L8] a list without such categories gets no step', async () => {
  const store = await openTab(createFakeDisk({ isManual: false }), { categories: [categoryRow('a')] });
  mergeAtStart(store, { status: () => status(true), onChange: () => () => undefined });
  expect([store.canUndo(), store.patches()]).toEqual([false, []]);
});

test('[L8] in a list that syncs, the merge waits for the first complete pull, and happens once', async () => {
  const store = await openTab(createFakeDisk({ isManual: false }), TWINS);
  let hasPulled = false;
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  mergeAtStart(store, { status: () => status(hasPulled), onChange });
  const notify = (): void => [...listeners].forEach((listener) => listener());
  notify();
  expect(store.canUndo()).toBe(false);
  hasPulled = true;
  notify();
  expect(readLive(store.list).categories).toHaveLength(1);
  expect(listeners.size).toBe(0);
});
