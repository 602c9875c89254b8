/** The sync storage: groups are stored before they are sent, and rows are merged by version. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import type { PushGroup, SyncRecord } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { START } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { openSyncTab as openTab, valueOf as value } from '#test/account/open-sync-tab.ts';

beforeEach(stubIndexedDb);

const milk = (name: string, version: number, deviceId: string | null = 'other'): VersionedRow => ({
  table: 'items',
  row: itemRow('milk', { name }),
  version,
  deviceId,
});

const seqs = (group: PushGroup | null) => group?.patches.map(({ seq }) => seq);

describe('the next group', () => {
  test('[Y4] merges waiting patches row by row, and is null for an empty outbox', async () => {
    const { next, rename } = await openTab();
    expect(await next()).toBeNull();
    await rename('milk', 'Milk');
    await rename('milk', 'Oat milk');
    await rename('tea', 'Tea');
    expect((await next())?.patches.map(({ patch }) => [patch.id, patch.fields])).toEqual([
      ['milk', { name: 'Oat milk' }],
      ['tea', { name: 'Tea' }],
    ]);
  });

  test('[Y1] stays the same under the same numbers, even in another tab and after later changes', async () => {
    const { next, rename } = await openTab();
    await rename('milk', 'Milk');
    const first = await next();
    await rename('milk', 'Oat milk');
    const other = await openTab(START + 5000);
    expect([await next(), await other.next()]).toEqual([first, first]);
  });

  test('[Y1] numbers ascend from push to push, and follow the time', async () => {
    const { next, rename, sync } = await openTab();
    await rename('milk', 'Milk');
    await rename('tea', 'Tea');
    const first = await next();
    expect(seqs(first)).toEqual([START + 1, START + 2]);
    if (first) await sync.acknowledge(first, { type: 'accepted', rows: [] });
    await rename('milk', 'Oat milk');
    expect(seqs(await next())).toEqual([START + 3]);
  });
});

describe('an accepted group', () => {
  test('[Y4] leaves the outbox, with its rows in the base', async () => {
    const { next, rename, sync, delta } = await openTab();
    const key = await rename('milk', 'Milk');
    const group = await next();
    if (group) await sync.acknowledge(group, { type: 'accepted', rows: [milk('Milk', 4)] });
    expect(await delta()).toMatchObject({
      outbox: [],
      compactedUpTo: key,
      base: { items: [itemRow('milk', { name: 'Milk' })] },
    });
    expect(await next()).toBeNull();
  });

  test('[Y4] keeps changes in the outbox that came after it was formed', async () => {
    const { next, rename, sync, delta } = await openTab();
    await rename('milk', 'Milk');
    const group = await next();
    const later = await rename('milk', 'Oat milk');
    if (group) await sync.acknowledge(group, { type: 'accepted', rows: [milk('Milk', 4)] });
    expect((await delta()).outbox.map(({ key }) => key)).toEqual([later]);
  });

  test('[Y8] is acknowledged once by two tabs, and the next group stays', async () => {
    const { next, rename, sync } = await openTab();
    await rename('milk', 'Milk');
    const group = await next();
    if (!group) throw new Error('There is something to send.');
    await sync.acknowledge(group, { type: 'accepted', rows: [] });
    await rename('tea', 'Tea');
    const following = await next();
    await sync.acknowledge(group, { type: 'accepted', rows: [] });
    expect(await next()).toEqual(following);
  });
});

describe('a refused group', () => {
  test('[Y4] is bisected, and the bad row is rejected while the rest is sent', async () => {
    const { next, rename, sync, delta } = await openTab();
    await rename('milk', 'Milk');
    await rename('bad', 'Bad');
    const both = await next();
    if (both) await sync.acknowledge(both, { type: 'bisect' });
    const first = await next();
    expect(first?.patches.map(({ patch }) => patch.id)).toEqual(['milk']);
    if (first) await sync.acknowledge(first, { type: 'accepted', rows: [milk('Milk', 1)] });
    const second = await next();
    if (second) await sync.acknowledge(second, { type: 'rejected', message: 'No.' });
    const { rejected } = value(await sync.readSync());
    expect(rejected.map(({ group, message }) => [group.patches[0]?.patch.id, message])).toEqual([['bad', 'No.']]);
    expect((await delta()).outbox).toEqual([]);
  });

  test.each(['retry', 'discard'] as const)('[Y4] leaves the rejected changes by %s', async (how) => {
    const { next, rename, sync } = await openTab();
    await rename('bad', 'Bad');
    const group = await next();
    if (group) await sync.acknowledge(group, { type: 'rejected', message: 'No.' });
    const { rejected } = value(await sync.readSync());
    await sync.resolveRejected(rejected[0]?.id ?? '', how);
    expect(value(await sync.readSync()).rejected).toEqual([]);
    expect((await next())?.patches.map(({ patch }) => patch.id)).toEqual(how === 'retry' ? ['bad'] : undefined);
  });
});

describe('incoming rows', () => {
  test('[Y5] are merged only if their version is higher', async () => {
    const { sync, delta } = await openTab();
    await sync.receive([milk('new', 7)], {});
    await sync.receive([milk('old', 6), milk('same', 7)], {});
    expect((await delta()).base.items).toEqual([itemRow('milk', { name: 'new' })]);
    await sync.receive([milk('newest', 9), milk('newer', 8)], {});
    expect((await delta()).base.items).toEqual([itemRow('milk', { name: 'newest' })]);
  });

  test('[Y5] that a restored backend has lost are sent again, except what waits in the outbox and is newer', async () => {
    const { sync, rename, next } = await openTab();
    const shared = { table: 'items', deviceId: 'other' } as const;
    await sync.receive([{ ...shared, row: itemRow('milk', { name: 'Milk', category: 'dairy' }), version: 7 }], {});
    await rename('milk', 'Oat milk');
    const emptied = itemRow('milk', { name: '', category: '', checked: true });
    // The versions after a restore are microseconds since 1970.
    await sync.receive([{ ...shared, row: emptied, version: START * 1000 }], {});
    expect((await next())?.patches.map(({ patch }) => patch.fields)).toEqual([{ name: 'Oat milk', category: 'dairy' }]);
  });

  test('[Y5] move the cursor only when they were pulled', async () => {
    const { sync } = await openTab();
    await sync.receive([milk('rung', 7)], {});
    expect(value(await sync.readSync()).cursors.items).toBe(0);
    await sync.receive([milk('pulled', 8)], { items: 8 });
    expect(value(await sync.readSync()).cursors).toEqual({ items: 8, categories: 0, savedLists: 0, listRow: 0 });
  });

  test('[Y5] never move a cursor back behind another page', async () => {
    const { sync } = await openTab();
    await sync.receive([milk('pulled', 8)], { items: 8 });
    await sync.receive([milk('older', 5)], { items: 5, categories: 3 });
    expect(value(await sync.readSync()).cursors).toEqual({ items: 8, categories: 3, savedLists: 0, listRow: 0 });
  });

  test('[Y8] are read by tabs that know an earlier sequence number only', async () => {
    const { storage, sync } = await openTab();
    await sync.receive([milk('first', 1)], {});
    const { localSeq } = value(await storage.readAfter({ key: 0, localSeq: 0 }));
    await sync.receive([{ ...milk('', 2), row: itemRow('tea') } as VersionedRow], {});
    expect(value(await storage.readAfter({ key: 0, localSeq })).base.items).toEqual([itemRow('tea')]);
  });

  test('[U1] prune the history for another device’s writes, not for own writes that return', async () => {
    const { storage, sync, next, delta } = await openTab();
    await sync.receive([milk('Milk', 1)], {});
    const fields = { before: { name: 'Milk', checked: false }, after: { name: 'Mine', checked: true } };
    const diff = [{ table: 'items', id: 'milk', ...fields } as const];
    await storage.append([
      {
        patches: [{ table: 'items', id: 'milk', fields: { name: 'Mine', checked: true } }],
        history: { put: [{ id: '1', diff, undone: false }], remove: [] },
      },
    ]);
    const group = await next();
    const mine = { ...milk('Mine', 2, 'own'), row: itemRow('milk', { name: 'Mine', checked: true }) } as VersionedRow;
    if (group) await sync.acknowledge(group, { type: 'accepted', rows: [mine] });
    expect((await delta()).history).toEqual([{ id: '1', diff, undone: false }]);
    const theirs = { ...mine, row: itemRow('milk', { name: 'Theirs', checked: true }), version: 3 } as VersionedRow;
    await sync.receive([theirs], {});
    expect((await delta()).history).toMatchObject([
      { diff: [{ table: 'items', before: { checked: false }, after: { checked: true } }] },
    ]);
  });
});

test.each([
  { tickedBy: 'ben', version: 2, kept: 0 },
  { tickedBy: USER, version: 2, kept: 1 },
  { tickedBy: 'ben', version: 1, kept: 1 },
])(
  '[U1] after a tick by $tickedBy with version $version, $kept steps are left',
  async ({ tickedBy, version, kept }) => {
    const { storage, sync, delta } = await openTab();
    await sync.receive([milk('Milk', 1)], {});
    await sync.markComplete();
    const diff = [{ table: 'items', id: 'milk', before: { checked: false }, after: { checked: true } } as const];
    const patches = [{ table: 'items', id: 'milk', fields: { checked: true } } as const];
    await storage.append([{ patches, history: { put: [{ id: '1', diff, undone: false }], remove: [] } }]);
    const row = itemRow('milk', { name: 'Milk', checked: true });
    await sync.receive([{ ...milk('', version), row, people: { addedBy: null, tickedBy } } as VersionedRow], {});
    expect((await delta()).history).toHaveLength(kept);
  },
);

test('[Y5] rows and versions of a backend replace those that this device took from its clock', async () => {
  const { sync, delta } = await openTab();
  const named = async () => (await delta()).base.items.map(({ name }) => name);
  await sync.receive([milk('Clock', START)], { items: START });
  await sync.receive([milk('Later', START + 1)], { items: START + 1 });
  expect([await named(), value(await sync.readSync()).cursors.items]).toEqual([['Later'], START + 1]);
  await sync.receive([milk('Counted', 12)], { items: 12 });
  await sync.receive([milk('Clock again', START + 2)], { items: START + 2 });
  expect([await named(), value(await sync.readSync()).cursors.items]).toEqual([['Counted'], 12]);
  await sync.receive([milk('Restored', START * 1000)], { items: START * 1000 });
  expect([await named(), value(await sync.readSync()).cursors.items]).toEqual([['Restored'], START * 1000]);
});

test('[Y5] a complete first sync is stored, and the device keeps its id', async () => {
  const { sync } = await openTab();
  const before = value(await sync.readSync());
  await sync.markComplete();
  const { sync: later } = await openTab(START + 99_000);
  expect(value(await later.readSync())).toEqual({ ...before, isComplete: true });
});

test('[D1] rejected changes are read as they were stored', async () => {
  const { sync, next, rename } = await openTab();
  await rename('bad', 'Bad');
  const group = await next();
  if (group) await sync.acknowledge(group, { type: 'rejected', message: 'No.' });
  const stored = await withRawDatabase((database) => database.get('meta', 'sync'));
  expect(stored).toMatchObject({ rejected: [{ message: 'No.' }] });
  expect(value(await sync.readSync()).rejected).toMatchObject([{ group, message: 'No.' }]);
});

test('[D1] a sync record that cannot be read is quarantined, and the sync starts over', async () => {
  const { sync, storage } = await openTab();
  await sync.markComplete();
  await withRawDatabase((database) => database.put('meta', { rejected: 'broken' }, 'sync'));
  expect(value(await sync.readSync())).toMatchObject({ isComplete: false, rejected: [] });
  expect(await withRawDatabase((database) => database.get('meta', 'quarantine'))).toEqual([
    { store: 'meta', key: 'sync', value: { rejected: 'broken' } },
  ]);
  expect((await storage.readAfter({ key: 0, localSeq: -1 })).ok).toBe(true);
});

test('[D1] a change that cannot be read is quarantined when it leaves the outbox, and the changes around it are sent', async () => {
  const { next, rename, sync } = await openTab();
  await withRawDatabase((database) => database.add('outbox', 'nonsense'));
  expect(await next()).toBeNull();
  await withRawDatabase((database) => database.add('outbox', 'more'));
  await rename('milk', 'Milk');
  const group = await next();
  if (group) await sync.acknowledge(group, { type: 'accepted', rows: [milk('Milk', 4)] });
  expect(await withRawDatabase((database) => database.getAll('outbox'))).toEqual([]);
  expect(await withRawDatabase((database) => database.get('meta', 'quarantine'))).toEqual([
    { store: 'outbox', key: 1, value: 'nonsense' },
    { store: 'outbox', key: 2, value: 'more' },
  ]);
});

test('[Q6] a row without amounts keeps those on the device; a row with empty ones removes them', async () => {
  const { sync, delta } = await openTab();
  const details = { amount: 2, unit: 'l', note: 'fresh' };
  const rowOf = (fields: object, version: number): VersionedRow => ({
    table: 'items',
    row: itemRow('milk', fields),
    version,
    deviceId: null,
  });
  await sync.receive([rowOf(details, 4)], {});
  await sync.receive([rowOf({ name: 'Oat milk' }, 5)], {});
  expect((await delta()).base.items).toEqual([itemRow('milk', { name: 'Oat milk', ...details })]);
  await sync.receive([rowOf({ amount: null, unit: null, note: null }, 6)], {});
  expect((await delta()).base.items).toEqual([itemRow('milk')]);
});

test.each([
  ['stored no details', { itemFields: 0 }],
  ['did not know the newest field', { itemFields: NEWEST_MIGRATION - 1 }],
])('[Q6] [O2] a list of an earlier version, which %s, pulls its rows again, once', async (_, stored) => {
  const { sync, delta } = await openTab();
  await sync.readSync();
  await sync.receive([milk('Milk', 9)], { items: 9, categories: 9 });
  await withRawDatabase(async (database) => {
    const record = (await database.get('meta', 'sync')) as SyncRecord;
    await database.put('meta', { ...record, ...stored }, 'sync');
  });
  expect(value(await sync.readSync())).toMatchObject({ cursors: { items: 0, categories: 0 } });
  const row = itemRow('milk', { name: 'Milk', amount: 2 });
  await sync.receive([{ table: 'items', row, version: 9, deviceId: null }], { items: 9 });
  expect((await delta()).base.items).toEqual([row]);
  expect(value(await sync.readSync())).toMatchObject({ cursors: { items: 9 } });
});

test('[Q6] reading the sync state writes nothing if the items have all fields', async () => {
  const { sync } = await openTab();
  await sync.readSync();
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await sync.readSync();
  expect(transactions.mock.calls.map(([stores, mode]) => [stores, mode])).toEqual([[['meta'], 'readonly']]);
  transactions.mockRestore();
});
