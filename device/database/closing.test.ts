/** A disk that is full, blocked, or taken away. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { itemRow } from '#core/testing/contents.ts';
import { EMPTY } from '#test/doubles/open-store.ts';
import { abortCommits, connections, forceClose, stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { settle, toStorageFailure } from './database.ts';
import { createStorage } from './storage.ts';

const FIRST = { ...EMPTY, items: [itemRow('milk')], profile: [{ id: 'profile', listName: '', deleted: false }] };

const batch = (id: string) =>
  ({ patches: [{ table: 'items', id, fields: { checked: true } }], history: NO_HISTORY_CHANGE }) as const;

async function openStorage() {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  return storage;
}

const ids = async () => {
  const state = await createStorage(USER).open(EMPTY);
  return state.ok ? state.value.ops.map(({ patches }) => patches[0]?.id) : state.failure.type;
};

beforeEach(stubIndexedDb);

describe('a full disk', () => {
  test('[D2] is told as such, and takes the act when there is room again', async () => {
    const storage = await openStorage();
    const { mockRestore } = abortCommits('QuotaExceededError');
    expect(await storage.append(batch('milk'))).toEqual({ ok: false, failure: { type: 'storage-full' } });
    mockRestore();
    expect(await storage.append(batch('eggs'))).toMatchObject({ ok: true });
    expect(await ids()).toEqual(['eggs']);
  });

  test.each([
    ['its one request says it', { error: null, done: 'AbortError', work: 'QuotaExceededError' }],
    ['only the transaction says it at its end', { error: null, done: 'QuotaExceededError', work: 'AbortError' }],
    [
      'the transaction says it when all requests were aborted',
      { error: 'QuotaExceededError', done: 'AbortError', work: 'AbortError' },
    ],
  ])('[D2] is recognised where %s', async (_, { error, done, work }) => {
    const failure = (name: string): DOMException => new DOMException('', name);
    const tx = { error: error === null ? null : failure(error), done: Promise.reject(failure(done)), abort() {} };
    const reason = await settle(tx, Promise.reject(failure(work))).catch((caught: unknown) => caught);
    expect(toStorageFailure(reason)).toEqual({ type: 'storage-full' });
  });
});

describe('a blocked disk', () => {
  test.each(['SecurityError', 'UnknownError'])('[D2] is told as such: %s', async (name) => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', name);
    });
    const storage = createStorage(USER);
    expect(await storage.open(FIRST)).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
    expect(await storage.append(batch('milk'))).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
  });

  test('[D2] is a browser that has none', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await createStorage(USER).open(FIRST)).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
  });
});

describe('a connection that was closed', () => {
  test('[D2] is opened again for the acts to come, which keep their order', async () => {
    const storage = await openStorage();
    forceClose();
    const acts = ['a', 'b', 'c'].map((id) => storage.append(batch(id)));
    await storage.readAfter({ key: 0, stamp: 0 });
    acts.push(storage.append(batch('d')));
    expect(await Promise.all(acts)).toEqual([1, 2, 3, 4].map((value) => ({ ok: true, value })));
    expect(connections()).toHaveLength(1);
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('[D2] without a word fails one act, and is opened again for the next', async () => {
    const storage = await openStorage();
    for (const connection of connections()) connection.close();
    expect(await storage.append(batch('a'))).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await storage.append(batch('b'))).toMatchObject({ ok: true });
    expect(await ids()).toEqual(['b']);
  });

  test('[D2] and whose data were cleared is not begun anew: the app says that nothing is kept any more', async () => {
    const storage = await openStorage();
    forceClose();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(`checklist:${USER}`).addEventListener('success', resolve);
    });
    expect(await storage.append(batch('milk'))).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await storage.append(batch('eggs'))).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await createStorage(USER).open(FIRST)).toMatchObject({ value: { isFresh: true, ops: [] } });
  });
});

test('[D6] a newer version of the app in another tab finds no connection in its way', async () => {
  const storage = await openStorage();
  const newer = await openDB(`checklist:${USER}`, 3);
  expect(newer.version).toBe(3);
  newer.close();
  // This version cannot read what the newer one made of it.
  expect(await storage.append(batch('milk'))).toMatchObject({ ok: false });
});

describe('a list that is left', () => {
  test('[Y9] lets go of its database once what was asked of it is done, and takes nothing any more', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    const underWay = storage.append(batch('milk'));
    await storage.close();
    expect(await underWay).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(connections()).toEqual([]));
    expect(await storage.append(batch('eggs'))).toEqual({ ok: false, failure: { type: 'storage-closed' } });
    expect(await ids()).toEqual(['milk']);
  });

  test('[Y4] an act that waits for the database to be opened again is written before it is let go', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    for (const connection of connections()) connection.close();
    // The first one finds out, the next one opens it again.
    await storage.append(batch('milk'));
    const underWay = storage.append(batch('eggs'));
    await storage.close();
    expect(await underWay).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(connections()).toEqual([]));
  });

  test('[Y9] what a list that was left hears late does not go into the database that was made anew', async () => {
    const [left, other] = [createStorage(USER), createStorage(USER)];
    await left.open(FIRST);
    const sync = await left.loadSync({ now: () => 0, randomHex: () => '0' });
    await left.close();
    await other.forget();
    await createStorage(USER).open(EMPTY);
    expect(await sync.readSync()).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  });
});
