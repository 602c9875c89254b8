/** A disk that is full, blocked, or taken away. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { itemRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import {
  abortCommits,
  connections,
  forceClose,
  stubIndexedDb,
  USER,
  withRawDatabase,
} from '#test/doubles/fake-indexed-db.ts';
import { finish, toStorageFailure } from './database.ts';
import { VERSION } from './migrations.ts';
import { removeList } from './remove-list.ts';
import { createStorage } from './storage.ts';

const FIRST = {
  ...EMPTY_CONTENTS,
  items: [itemRow('milk')],
  listRow: [{ id: 'profile', listName: '', deleted: false }],
};

const batch = (id: string) =>
  ({ patches: [{ table: 'items', id, fields: { checked: true } }], history: NO_HISTORY_CHANGE }) as const;

async function openStorage() {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  return storage;
}

const ids = async () => {
  const state = await createStorage(USER).open(EMPTY_CONTENTS);
  return state.ok ? state.value.outbox.map(({ patches }) => patches[0]?.id) : state.failure.type;
};

beforeEach(stubIndexedDb);

describe('a full disk', () => {
  test('[D2] is reported as such, and accepts the change when there is room again', async () => {
    const storage = await openStorage();
    const { mockRestore } = abortCommits('QuotaExceededError');
    expect(await storage.append([batch('milk')])).toEqual({ ok: false, failure: { type: 'storage-full' } });
    mockRestore();
    expect(await storage.append([batch('eggs')])).toMatchObject({ ok: true });
    expect(await ids()).toEqual(['eggs']);
  });

  test.each([
    ['its one request says it', { error: null, done: 'AbortError', work: 'QuotaExceededError' }],
    ['only the transaction says it at its end', { error: null, done: 'QuotaExceededError', work: 'AbortError' }],
    [
      'the transaction says it when all requests were aborted',
      { error: 'QuotaExceededError', done: 'AbortError', work: 'AbortError' },
    ],
  ])('[D2] is recognized when %s', async (_, { error, done, work }) => {
    const failure = (name: string): DOMException => new DOMException('', name);
    const tx = { error: error === null ? null : failure(error), done: Promise.reject(failure(done)), abort() {} };
    const reason = await finish(tx, Promise.reject(failure(work))).catch((caught: unknown) => caught);
    expect(toStorageFailure(reason)).toEqual({ type: 'storage-full' });
  });
});

describe('a blocked disk', () => {
  test.each(['SecurityError', 'UnknownError'])('[D2] is reported as such: %s', async (name) => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', name);
    });
    const storage = createStorage(USER);
    expect(await storage.open(FIRST)).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
    expect(await storage.append([batch('milk')])).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
  });

  test('[D2] is reported for a browser without IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await createStorage(USER).open(FIRST)).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
  });
});

describe('a disk that does not answer', () => {
  /** A tab of an earlier version that is frozen, so that it does not close its connection. */
  const openFrozenTab = async () => {
    await (await openStorage()).close();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(`checklist:${USER}`).addEventListener('success', resolve);
    });
    return openDB(`checklist:${USER}`, 1, {
      upgrade(database) {
        for (const name of ['groceryItems', 'groceryCategories', 'savedLists', 'profile', 'history'])
          database.createObjectStore(name, { keyPath: 'id' });
        database.createObjectStore('outbox', { autoIncrement: true });
        void database.createObjectStore('meta').put('here', 'mark');
      },
    });
  };

  const failOf = async (opening: ReturnType<ReturnType<typeof createStorage>['open']>) => {
    const state = await opening;
    return state.ok ? null : state.failure.type;
  };

  test('[D2] because a frozen tab blocks a newer version is reported after some seconds, and its late answer is closed', async () => {
    const frozen = await openFrozenTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = failOf(createStorage(USER).open(null));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await opening).toBe('storage-busy');
    vi.useRealTimers();
    frozen.close();
    await vi.waitFor(async () => expect((await indexedDB.databases())[0]?.version).toBe(VERSION));
    await vi.waitFor(() => expect(connections()).toEqual([]));
    expect(await withRawDatabase((database) => database.get('meta', 'mark'))).toBe('here');
  });

  test('[D2] is not one that upgrades a large list', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const create: unknown = Reflect.get(IDBDatabase.prototype, 'createObjectStore');
    const slow = vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(function wait(
      this: IDBDatabase,
      ...given
    ) {
      vi.advanceTimersByTime(10_000);
      return (create as IDBDatabase['createObjectStore']).apply(this, given);
    });
    const state = await createStorage(USER).open(FIRST);
    slow.mockRestore();
    vi.useRealTimers();
    expect(state).toMatchObject({ ok: true });
  });

  test('[D2] at all is reported, too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // A request without an event.
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
    const opening = failOf(createStorage(USER).open(null));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await opening).toBe('storage-busy');
  });
});

describe('a connection that was closed', () => {
  test('[D2] is reopened for later writes, which keep their order', async () => {
    const storage = await openStorage();
    forceClose();
    const writes = ['a', 'b', 'c'].map((id) => storage.append([batch(id)]));
    await storage.readAfter({ key: 0, localSeq: 0 });
    writes.push(storage.append([batch('d')]));
    expect(await Promise.all(writes)).toEqual([1, 2, 3, 4].map((key) => ({ ok: true, value: [key] })));
    expect(connections()).toHaveLength(1);
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('[D2] without an event is reopened for the same change, and for those that follow it', async () => {
    const storage = await openStorage();
    for (const connection of connections()) connection.close();
    const writes = [storage.append([batch('a')]), storage.append([batch('b')])];
    expect(await Promise.all(writes)).toEqual([1, 2].map((key) => ({ ok: true, value: [key] })));
    expect(connections()).toHaveLength(1);
    expect(await ids()).toEqual(['a', 'b']);
  });

  test('[D2] during a write is reopened for the next', async () => {
    const storage = await openStorage();
    const [before] = connections();
    const { mockRestore } = abortCommits('UnknownError');
    expect(await storage.append([batch('a')])).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
    mockRestore();
    expect(await storage.append([batch('b')])).toMatchObject({ ok: true });
    expect(connections()).not.toContain(before);
  });

  test('[D2] and whose data was cleared is not recreated: the app reports that storage is closed', async () => {
    const storage = await openStorage();
    forceClose();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(`checklist:${USER}`).addEventListener('success', resolve);
    });
    expect(await storage.append([batch('milk')])).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await storage.append([batch('eggs')])).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await createStorage(USER).open(FIRST)).toMatchObject({ value: { isFresh: true, outbox: [] } });
  });
});

test('[D6] a newer version of the app in another tab is not blocked by an open connection', async () => {
  const storage = await openStorage();
  const newer = await openDB(`checklist:${USER}`, VERSION + 1);
  expect(newer.version).toBe(VERSION + 1);
  newer.close();
  // This version cannot read the newer schema.
  expect(await storage.append([batch('milk')])).toMatchObject({ ok: false });
});

describe('a closed list', () => {
  test('[Y9] closes its database when pending work is done, and accepts no more', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    const underWay = storage.append([batch('milk')]);
    await storage.close();
    expect(await underWay).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(connections()).toEqual([]));
    expect(await storage.append([batch('eggs')])).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await ids()).toEqual(['milk']);
  });

  test('[Y4] a change that waits for the database to reopen is written before it closes', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    for (const connection of connections()) connection.close();
    const underWay = storage.append([batch('eggs')]);
    await storage.close();
    expect(await underWay).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(connections()).toEqual([]));
  });

  test('[Y9] late changes of a closed list do not reach a new database', async () => {
    const left = createStorage(USER);
    await left.open(FIRST);
    const sync = await left.loadSync({ now: () => 0, randomHex: () => '0' });
    await left.close();
    await removeList(USER, false);
    await createStorage(USER).open(EMPTY_CONTENTS);
    expect(await sync.readSync()).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  });
});
