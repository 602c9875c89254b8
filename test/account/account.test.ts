/** A real account as the browser wires it: its backend module loads late, its list opens at once. */
import { personalList } from '#core/account/list-ref.ts';
import { fail } from '#core/result.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChangeEvent } from '#client/ports/backend.ts';
import { createDeferredSync } from '#client/sync/deferred-sync.ts';
import { startSync } from '#device/start-sync.ts';
import { createStorage } from '#device/database/storage.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { rest } from './open-synced-list.ts';
import { onlyLists } from '#test/doubles/only-list.ts';

const ANN = { id: USER, username: 'ann', password: '' } as const;
const OLD_LIST = {
  items: [{ id: '1', name: 'Old tea', category: '2', checked: false }],
  categories: [{ id: '2', name: 'Old things', color: '', inList: true }],
  savedLists: [],
  listName: 'Old list',
};

beforeEach(stubIndexedDb);

async function setUp({ legacy = false, failures = 0, diskFailures = 0 } = {}) {
  const page = stubPage();
  const clock = createFakeClock();
  const storage = createStorage(USER);
  const store = await openStore({ storage, clock });
  const fake = createFakeBackend();
  const close = vi.fn<() => void>();
  const onImported = vi.fn<(isWhole: boolean) => void>();
  const listeners = new Set<(event: ChangeEvent) => void>();
  let loads = 0;
  let isOnline = true;
  const changes = new Set<() => void>();
  const subscribe = (onEvent: (event: ChangeEvent) => void) => {
    listeners.add(onEvent);
    return () => listeners.delete(onEvent);
  };
  const connection = {
    isOnline: () => isOnline,
    onChange(callback: () => void) {
      changes.add(callback);
      return () => changes.delete(callback);
    },
  };
  const parts: Parameters<typeof startSync>[0] = {
    loadLists: onlyLists,
    user: ANN,
    ref: personalList(ANN.id),
    store,
    storage: { ...storage, loadSync: failFirst(storage.loadSync, diskFailures) },
    clock,
    connection,
    loadAccess() {
      loads += 1;
      if (loads <= failures) return Promise.reject(new Error('offline'));
      return Promise.resolve({
        openListBackend: () => ({ backend: fake.backend, realtime: { subscribe }, close }),
        readGuestListImport: () => Promise.resolve(null),
      });
    },
    readLegacy: () => Promise.resolve(legacy ? { copy: OLD_LIST, onImported } : null),
  };
  const sync = createDeferredSync({ start: () => startSync(parts), clock, connection, store });
  await rest();
  return {
    ...fake,
    page,
    clock,
    store,
    sync,
    close,
    onImported,
    listeners,
    takeAsked: () => fake.asked.splice(0),
    setOnline(next: boolean) {
      isOnline = next;
      for (const callback of changes) callback();
    },
  };
}

/** Opens the disk of the sync, whose connection the browser has closed the first few times. */
function failFirst(loadSync: ReturnType<typeof createStorage>['loadSync'], failures: number): typeof loadSync {
  let reads = 0;
  return async (clock) => {
    const disk = await loadSync(clock);
    reads += 1;
    return reads > failures ? disk : { ...disk, readSync: async () => fail({ type: 'storage-closed' }) };
  };
}

test('[Y6] when the backend module cannot be downloaded, the account behaves as if offline: retried, and the realtime subscription starts afterwards', async () => {
  const { clock, takeAsked, listeners } = await setUp({ failures: 1 });
  expect([takeAsked(), listeners.size]).toEqual([[], 0]);
  clock.advance(1000);
  await vi.waitFor(() => expect([takeAsked()[0], listeners.size]).toEqual(['provisionDefaults', 1]));
});

test('[Y6] if the disk does not answer when the sync starts, it is asked again, and the sync starts then', async () => {
  const { clock, takeAsked, listeners } = await setUp({ diskFailures: 1 });
  expect([takeAsked(), listeners.size]).toEqual([[], 0]);
  clock.advance(1000);
  await vi.waitFor(() => expect([takeAsked()[0], listeners.size]).toEqual(['provisionDefaults', 1]));
});

test('[Y5] the account pulls when the page becomes visible and when the network returns, not when it is lost', async () => {
  const account = await setUp();
  const { page, takeAsked } = account;
  takeAsked();
  account.setOnline(false);
  page.show('hidden');
  await rest();
  expect(takeAsked()).toEqual([]);
  account.setOnline(true);
  await rest();
  expect(takeAsked()).toHaveLength(4);
  page.show('visible');
  await rest();
  expect(takeAsked()).toHaveLength(4);
  page.tell('window', 'pageshow');
  await rest();
  expect(takeAsked()).toHaveLength(4);
});

test('[Y9] a closed account has no realtime subscription', async () => {
  const { sync, close, listeners, page, takeAsked } = await setUp();
  takeAsked();
  sync.close();
  await rest();
  page.tell('window', 'pageshow');
  await rest();
  expect([close.mock.calls.length, listeners.size, takeAsked()]).toEqual([1, 0, []]);
});

test('[D1] [L3] a list of an earlier version is merged after the first sync, with ids of the account', async () => {
  const { store, onImported, pushed } = await setUp({ legacy: true });
  expect([...store.list.items.values()]).toMatchObject([{ id: `1-${USER}`, category: `2-${USER}`, name: 'Old tea' }]);
  expect(onImported.mock.calls).toEqual([[false]]);
  expect(pushed.flatMap(({ patches }) => patches.map(({ patch }) => patch.id))).toContain(`1-${USER}`);
});
