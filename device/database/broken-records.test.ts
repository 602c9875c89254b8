/** Records that cannot be read are quarantined and do not affect others. */
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { abortPuts, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { createStorage } from './storage.ts';
import { META } from './schema.ts';

const FIRST = {
  ...EMPTY_CONTENTS,
  items: [itemRow('milk')],
  categories: [categoryRow('dairy')],
  listRow: [{ id: 'profile', listName: 'My List', deleted: false }],
};

const OP = {
  patches: [{ table: 'items', id: 'milk', fields: { checked: true } }],
  history: NO_HISTORY_CHANGE,
} as const;

/** A list with one change in its outbox, and these records added behind the app's back. */
async function begin(write: { readonly store: string; readonly value: unknown }[]): Promise<void> {
  const storage = createStorage(USER);
  await storage.open(FIRST);
  await storage.append([OP]);
  await withRawDatabase((database) => Promise.all(write.map(({ store, value }) => database.put(store, value))));
}

const quarantined = () => withRawDatabase((database) => database.get('meta', META.quarantine));
const readRaw = (store: string) => withRawDatabase((database) => database.getAll(store));

beforeEach(stubIndexedDb);

describe('a record that cannot be read', () => {
  test.each([
    { store: 'groceryItems', value: { id: 'x', name: 7, category: 'dairy', checked: false, deleted: false } },
    { store: 'groceryItems', value: { id: 'x' } },
    { store: 'groceryCategories', value: { id: 'x', name: 'Dairy' } },
    { store: 'savedLists', value: { id: 'x', name: '', items: [{ id: 'y' }], createdAt: '', deleted: false } },
    { store: 'profile', value: { id: 'x', listName: null } },
    { store: 'history', value: { id: 'x', undone: 'no', diff: {} } },
    { store: 'outbox', value: { patches: [{ table: 'aisles', id: 'x', fields: {} }] } },
    { store: 'outbox', value: 'nonsense' },
    { store: 'outbox', value: { patches: [{ table: 'items', id: 'x', fields: { name: 1n } }] } },
  ])('[D1] is quarantined, not lost, and the others are read: $store $value', async ({ store, value }) => {
    await begin([{ store, value }]);
    const readable = await createStorage(USER).open(EMPTY_CONTENTS);
    expect(readable).toMatchObject({
      ok: true,
      value: {
        base: FIRST,
        history: [],
        isFresh: false,
        outbox: expect.arrayContaining([{ key: 1, patches: OP.patches }]),
      },
    });
    expect(await quarantined()).toEqual([expect.objectContaining({ store, value })]);
    expect(await readRaw(store)).not.toContainEqual(value);
  });

  test.each([{ id: 'profile' }, { id: 'profile', listName: 7, deleted: false }])(
    '[D1] of the list’s own row does not affect the other rows at later starts: $listName',
    async (value) => {
      await begin([{ store: 'profile', value }]);
      const seed = { ...FIRST, items: [itemRow('milk', { name: 'Seed' }), itemRow('tea')] };
      for (let start = 0; start < 3; start += 1) {
        const storage = createStorage(USER);
        expect(await storage.open(seed)).toMatchObject({
          value: { base: { items: FIRST.items, listRow: [] }, isFresh: false },
        });
      }
    },
  );

  test('[D1] is moved once: opening again finds nothing new', async () => {
    const value = { id: 'x', name: 7 };
    await begin([{ store: 'groceryItems', value }]);
    await Promise.all([createStorage(USER).open(EMPTY_CONTENTS), createStorage(USER).open(EMPTY_CONTENTS)]);
    await createStorage(USER).open(EMPTY_CONTENTS);
    expect(await quarantined()).toEqual([{ store: 'groceryItems', key: 'x', value }]);
    expect(await readRaw('groceryItems')).toEqual([itemRow('milk')]);
  });

  test('[D1] stays where it is while the disk is too full to move it, and the list opens anyway', async () => {
    const value = { id: 'x', name: 7 };
    await begin([{ store: 'groceryItems', value }]);
    const { mockRestore } = abortPuts('QuotaExceededError');
    const opened = await createStorage(USER).open(EMPTY_CONTENTS);
    mockRestore();
    expect(opened).toMatchObject({ ok: true, value: { base: FIRST } });
    expect(await readRaw('groceryItems')).toContainEqual(value);
  });

  test('[D1] of the outbox is quarantined when it is compacted, and the changes around it count', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    await withRawDatabase((database) => database.add('outbox', 'nonsense'));
    await storage.append([OP]);
    expect(await storage.compact()).toEqual({ ok: true, value: 2 });
    expect(await quarantined()).toEqual([{ store: 'outbox', key: 1, value: 'nonsense' }]);
    expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({
      value: { base: { ...FIRST, items: [itemRow('milk', { checked: true })] }, outbox: [], compactedUpTo: 2 },
    });
  });

  test('[D1] below a compacted change is quarantined, and the change starts from a blank row, as on screen', async () => {
    const storage = createStorage(USER);
    await storage.open(FIRST);
    await withRawDatabase((database) => database.put('groceryItems', { id: 'tea', name: 7, checked: true }));
    const fields = { name: 'Tea', deleted: false };
    await storage.append([{ patches: [{ table: 'items', id: 'tea', fields }], history: NO_HISTORY_CHANGE }]);
    await storage.compact();
    expect(await quarantined()).toEqual([
      { store: 'groceryItems', key: 'tea', value: { id: 'tea', name: 7, checked: true } },
    ]);
    expect(await readRaw('groceryItems')).toContainEqual({
      ...itemRow('tea', { name: 'Tea', category: '' }),
      localSeq: 1,
    });
  });

  test('[D1] in the meta store is ignored', async () => {
    await begin([]);
    await withRawDatabase((database) =>
      Promise.all([
        database.put('meta', 'x', META.compactedUpTo),
        database.put('meta', [1], META.collapsed),
        database.put('meta', 3, META.chosenStore),
      ]),
    );
    expect(await createStorage(USER).open(EMPTY_CONTENTS)).toMatchObject({
      value: { compactedUpTo: 0, collapsed: [], chosenStore: null },
    });
  });
});

test('[D2] a failed compaction changes nothing', async () => {
  await begin([]);
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  const { mockRestore } = abortPuts('QuotaExceededError');
  expect(await storage.compact()).toEqual({ ok: false, failure: { type: 'storage-full' } });
  mockRestore();
  expect(await storage.readAfter({ key: 0, localSeq: 0 })).toMatchObject({
    value: { outbox: [{ key: 1 }], compactedUpTo: 0 },
  });
  expect(await readRaw('groceryItems')).toEqual([itemRow('milk')]);
});
