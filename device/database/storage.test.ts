/** The list on IndexedDB: what is written, when, and what is read. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HISTORY_CHANGE, type HistoryEntry } from '#core/history/history.ts';
import type { Patch } from '#core/diff/diff.ts';
import { compareById } from '#core/list/compare-text.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createStorage } from './storage.ts';

const FIRST = {
  items: [itemRow('milk'), itemRow('eggs')],
  categories: [categoryRow('dairy')],
  savedLists: [savedListRow('week', { items: [{ id: 'tea', name: 'Tea', category: 'x', checked: true }] })],
  listRow: [{ id: 'profile', listName: 'My List', deleted: false }],
};

const check = (id: string): readonly Patch[] => [{ table: 'items', id, fields: { checked: true } }];
const batch = (id: string) => ({ patches: check(id), history: NO_HISTORY_CHANGE });
const entry = (id: string): HistoryEntry => ({ id, diff: [], undone: false });

beforeEach(stubIndexedDb);

describe('opening', () => {
  test('[U3] a new list starts with the first contents, and exists the next time', async () => {
    const opened = await createStorage(USER).open(FIRST);
    expect(opened).toEqual({
      ok: true,
      value: {
        base: sorted(FIRST),
        outbox: [],
        history: [],
        compactedUpTo: 0,
        localSeq: 0,
        collapsed: [],
        chosenStore: null,
        isFresh: true,
      },
    });
    expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({
      value: { base: sorted(FIRST), isFresh: false },
    });
  });

  test('[Y8] two tabs that open at the same time create it once', async () => {
    const [one, other] = await Promise.all([
      createStorage(USER).open(FIRST),
      createStorage(USER).open({ ...FIRST, items: [itemRow('other')] }),
    ]);
    expect(one).toMatchObject({ value: { isFresh: true, base: sorted(FIRST) } });
    expect(other).toMatchObject({ value: { isFresh: false, base: sorted(FIRST) } });
  });

  test('[Y8] checking for a missing list does not create it', async () => {
    expect(await createStorage(USER).open(null)).toMatchObject({ value: { base: EMPTY_CONTENTS, isFresh: true } });
    expect(await createStorage(USER).open(FIRST)).toMatchObject({ value: { base: sorted(FIRST), isFresh: true } });
  });

  test('[Y8] an existing list is read in one transaction that no change has to wait for', async () => {
    await createStorage(USER).open(FIRST);
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
    expect(await createStorage(USER).open(FIRST)).toMatchObject({ value: { isFresh: false } });
    expect(begin.mock.calls.map(([, mode]) => mode)).toEqual(['readonly']);
    vi.restoreAllMocks();
  });

  test('[Y9] each account has a separate list', async () => {
    await createStorage(USER).open(FIRST);
    expect(await createStorage('bob').open(EMPTY_CONTENTS)).toMatchObject({
      value: { base: EMPTY_CONTENTS, isFresh: true },
    });
  });
});

describe('a change', () => {
  test('[U3] is one transaction, issued and committed before the call returns', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    const calls: string[] = [];
    const note = (call: string) => () => {
      calls.push(call);
    };
    spyBefore(IDBDatabase.prototype, 'transaction', note('transaction'));
    spyBefore(IDBObjectStore.prototype, 'add', note('add'));
    spyBefore(IDBObjectStore.prototype, 'put', note('put'));
    spyBefore(IDBObjectStore.prototype, 'delete', note('delete'));
    spyBefore(IDBTransaction.prototype, 'commit', note('commit'));
    const writing = storage.append([{ patches: check('milk'), history: { put: [entry('2')], remove: ['1'] } }]);
    expect(calls).toEqual(['transaction', 'add', 'delete', 'put', 'commit']);
    vi.restoreAllMocks();
    expect(await writing).toEqual({ ok: true, value: [1] });
  });

  test('[Y4] has a key that ascends in the order of the changes of all tabs', async () => {
    const tabs = [createStorage(USER), createStorage(USER)] as const;
    await tabs[0].open(FIRST);
    await tabs[1].open(FIRST);
    const keys = await Promise.all([
      tabs[0].append([batch('a')]),
      tabs[1].append([batch('b')]),
      tabs[0].append([batch('c')]),
    ]);
    expect(keys).toEqual([1, 2, 3].map((key) => ({ ok: true, value: [key] })));
    expect(await tabs[1].readAfter({ key: 1, localSeq: 0 })).toMatchObject({
      value: {
        outbox: [
          { key: 2, patches: check('b') },
          { key: 3, patches: check('c') },
        ],
        compactedUpTo: 0,
      },
    });
  });

  test('[U3] is written with its undo steps', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    await storage.append([{ patches: [], history: { put: [entry('1'), entry('2')], remove: [] } }]);
    await storage.append([{ patches: [], history: { put: [{ ...entry('2'), undone: true }], remove: ['1'] } }]);
    expect(await storage.readAfter({ key: 0, localSeq: 0 })).toMatchObject({
      value: { history: [{ ...entry('2'), undone: true }] },
    });
    expect(await createStorage(USER).open(FIRST)).toMatchObject({
      value: { history: [{ ...entry('2'), undone: true }] },
    });
  });
});

describe('compacting', () => {
  test('[spec-4] applies the outbox to the rows and empties it in one transaction', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    await storage.append([batch('milk')]);
    await storage.append([
      {
        patches: [
          { table: 'items', id: 'milk', fields: { name: 'Oat milk' } },
          { table: 'items', id: 'ham', fields: { name: 'Ham', category: 'deli', checked: false, deleted: false } },
          { table: 'categories', id: 'dairy', fields: { inList: false } },
          { table: 'savedLists', id: 'week', fields: { deleted: true } },
          { table: 'listRow', id: 'profile', fields: { listName: 'Party' } },
        ],
        history: NO_HISTORY_CHANGE,
      },
    ]);
    expect(await storage.compact()).toEqual({ ok: true, value: 2 });
    expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({
      value: {
        base: {
          items: [
            itemRow('eggs'),
            itemRow('ham', { name: 'Ham', category: 'deli' }),
            itemRow('milk', { name: 'Oat milk', checked: true }),
          ],
          categories: [categoryRow('dairy', { inList: false })],
          savedLists: [{ ...FIRST.savedLists[0], deleted: true }],
          listRow: [{ id: 'profile', listName: 'Party', deleted: false }],
        },
        outbox: [],
        compactedUpTo: 2,
      },
    });
  });

  test('[spec-4] with an empty outbox changes nothing and returns the last key', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    expect(await storage.compact()).toEqual({ ok: true, value: 0 });
    await storage.append([batch('milk')]);
    await storage.compact();
    expect(await storage.compact()).toEqual({ ok: true, value: 1 });
    expect(await storage.append([batch('eggs')])).toEqual({ ok: true, value: [2] });
  });
});

test('[U3] collapsed categories are stored', async () => {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  storage.saveCollapsed(['dairy']);
  storage.saveCollapsed(['dairy', 'deli']);
  expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({ value: { collapsed: ['dairy', 'deli'] } });
});

test('[O2] the chosen store is stored, and belongs to this device and list', async () => {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  storage.saveChosenStore('market');
  expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({ value: { chosenStore: 'market' } });
  expect(await createStorage('other').open(FIRST)).toMatchObject({ value: { chosenStore: null } });
  storage.saveChosenStore(null);
  expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({ value: { chosenStore: null } });
});

test('[U3] a collapsed category is committed before the call returns, because the page may be reloaded at once', async () => {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  let commits = 0;
  spyBefore(IDBTransaction.prototype, 'commit', () => {
    commits += 1;
  });
  storage.saveCollapsed(['dairy']);
  expect(commits).toBe(1);
  vi.restoreAllMocks();
  await storage.close();
});

test('[spec-3] the stores carry the names of the specification', async () => {
  await createStorage(USER).open(FIRST);
  const names = await withRawDatabase((database) => Promise.resolve([...database.objectStoreNames]));
  expect(names).toEqual(expect.arrayContaining(['groceryItems', 'groceryCategories', 'savedLists']));
  await quiet();
});

/** Rows are read in the order of their ids. */
const sorted = (contents: typeof FIRST) => ({
  ...contents,
  items: contents.items.toSorted(compareById),
});

/** Logs a call and forwards it. */
function spyBefore(target: object, name: string, before: () => void): void {
  const original: unknown = Reflect.get(target, name);
  vi.spyOn(target as Record<string, () => unknown>, name).mockImplementation(function call(this: unknown, ...args) {
    before();
    return (original as (...all: unknown[]) => unknown).apply(this, args);
  });
}
