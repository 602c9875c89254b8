/** A sync whose code is downloaded after the list is on screen, or cannot be downloaded yet. */
import { expect, test, vi } from 'vitest';
import type { Contents } from '#core/list/contents.ts';
import { createListeners } from '#core/listeners.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { applyTo, check, FIRST } from '#test/doubles/sample-list.ts';
import { openTab } from '#test/doubles/open-store.ts';
import type { Presence } from '#client/ports/backend.ts';
import { createDeferredSync } from './deferred-sync.ts';
import type { Sync, SyncStatus } from './sync.ts';

/** A list that was synced before: the list's own row is pulled last. */
const HERE = { ...FIRST, listRow: [{ id: LIST_ROW_ID, listName: 'Mine', deleted: false }] };

const DONE: SyncStatus = { pending: 0, firstSync: null, hasPulled: false, rejected: [] };
const PRESENCE: Presence = { subscribe: () => () => undefined };

/** The code of the sync, whose download fails a number of times. */
async function setUp(failures: number, first: Partial<Contents> = HERE, disk = createFakeDisk({ isManual: false })) {
  const clock = createFakeClock();
  const store = await openTab(disk, first, clock);
  const listeners = new Set<() => void>();
  const real = { retry: vi.fn<Sync['retry']>(), discard: vi.fn<Sync['discard']>(), close: vi.fn<() => void>() };
  let tries = 0;
  const network = createListeners();
  let isOnline = true;
  const late = createDeferredSync({
    clock,
    store,
    connection: { isOnline: () => isOnline, onChange: network.add },
    start() {
      tries += 1;
      if (tries <= failures) return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
      const onChange = (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
      return Promise.resolve({ ...real, status: () => DONE, onChange, presence: () => PRESENCE, people: () => null });
    },
  });
  const heard = vi.fn<() => void>();
  const stop = late.onChange(heard);
  await quiet();
  return {
    late,
    store,
    real,
    heard,
    stop,
    tries: () => tries,
    setOnline: async (next: boolean) => {
      isOnline = next;
      network.notify();
      await quiet();
    },
    tell: () => listeners.forEach((listener) => listener()),
    pass: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await quiet();
    },
  };
}

test('[Y6] the download is retried after 1, 2, 5 and then every 10 s, and then all listeners follow the real sync', async () => {
  const { late, heard, tries, pass, tell, stop, real } = await setUp(3);
  expect(late.status()).toEqual({ pending: 0, firstSync: null, hasPulled: false, rejected: [] });
  expect(late.status()).toBe(late.status());
  await pass(999);
  expect(tries()).toBe(1);
  await pass(1);
  await pass(2000);
  expect([tries(), heard.mock.calls.length, late.presence()]).toEqual([3, 0, null]);
  await pass(5000);
  expect([late.status(), heard.mock.calls.length, late.presence()]).toEqual([DONE, 1, PRESENCE]);
  tell();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  tell();
  expect(heard).toHaveBeenCalledTimes(2);
  late.retry('a');
  late.discard('b');
  late.close();
  expect([real.retry.mock.calls, real.discard.mock.calls, real.close.mock.calls.length]).toEqual([[['a']], [['b']], 1]);
  await pass(60_000);
  expect(tries()).toBe(4);
});

test('[Y6] the download is retried at once when the network returns, not when it is lost', async () => {
  const { tries, setOnline, pass } = await setUp(1);
  await setOnline(false);
  expect(tries()).toBe(1);
  await setOnline(true);
  expect(tries()).toBe(2);
  await pass(60_000);
  expect(tries()).toBe(2);
});

test('[Y9] a closed list is not synced by a late download', async () => {
  const left = await setUp(1);
  left.late.close();
  await left.pass(60_000);
  expect(left.tries()).toBe(1);
  const leaving = await setUp(1);
  const passing = leaving.pass(1000);
  leaving.late.close();
  await passing;
  expect(leaving.real.close).toHaveBeenCalledTimes(1);
});

test('[Y3] in the meantime, waiting rows are counted once each, and listeners are called', async () => {
  const { late, store, heard } = await setUp(9);
  applyTo(store, check('milk'));
  applyTo(store, check('milk', false));
  applyTo(store, check('eggs'));
  await quiet();
  expect(late.status().pending).toBe(2);
  expect(heard).toHaveBeenCalled();
  late.close();
  heard.mockClear();
  applyTo(store, check('eggs', false));
  expect(heard).not.toHaveBeenCalled();
});

test('[spec-2] a list that is incomplete is reported as such', async () => {
  for (const first of [{}, FIRST]) {
    const { late } = await setUp(9, first);
    expect(late.status().firstSync).toEqual({ rows: 0 });
  }
});

test('[spec-2] a list that the shopper renames before the first sync is still incomplete, also after a restart', async () => {
  const disk = createFakeDisk({ isManual: false });
  const { late, store } = await setUp(9, {}, disk);
  applyTo(store, { type: 'rename-list', name: 'Party' });
  await quiet();
  expect(late.status()).toEqual({ pending: 1, firstSync: { rows: 0 }, hasPulled: false, rejected: [] });
  const restarted = await setUp(9, undefined, disk);
  expect(restarted.late.status().firstSync).toEqual({ rows: 0 });
});

test('[spec-2] a list that the shopper renames after the first sync is still complete', async () => {
  const { late, store } = await setUp(9);
  applyTo(store, { type: 'rename-list', name: 'Party' });
  await quiet();
  expect(late.status()).toEqual({ pending: 1, firstSync: null, hasPulled: false, rejected: [] });
});
