/** The sync's side of the database: groups are written down before they are sent, and rows are taken in by version. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { START } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
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
  test('[Y4] folds what waits, row by row, and is none where nothing waits', async () => {
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

  test('[Y1] asked again it is the same under the same numbers, in another tab and after later acts too', async () => {
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
    if (first) await sync.settle(first, { type: 'taken', rows: [] });
    await rename('milk', 'Oat milk');
    expect(seqs(await next())).toEqual([START + 3]);
  });
});

describe('a group that was taken', () => {
  test('[Y4] leaves the outbox with the rows it made in the base', async () => {
    const { next, rename, sync, news } = await openTab();
    const key = await rename('milk', 'Milk');
    const group = await next();
    if (group) await sync.settle(group, { type: 'taken', rows: [milk('Milk', 4)] });
    expect(await news()).toMatchObject({
      ops: [],
      absorbedUpTo: key,
      base: { items: [itemRow('milk', { name: 'Milk' })] },
    });
    expect(await next()).toBeNull();
  });

  test('[Y4] leaves acts in the outbox that came after it was formed', async () => {
    const { next, rename, sync, news } = await openTab();
    await rename('milk', 'Milk');
    const group = await next();
    const later = await rename('milk', 'Oat milk');
    if (group) await sync.settle(group, { type: 'taken', rows: [milk('Milk', 4)] });
    expect((await news()).ops.map(({ key }) => key)).toEqual([later]);
  });

  test('[Y8] settled by two tabs at once, it is settled once, and the next group stays', async () => {
    const { next, rename, sync } = await openTab();
    await rename('milk', 'Milk');
    const group = await next();
    if (!group) throw new Error('There is something to send.');
    await sync.settle(group, { type: 'taken', rows: [] });
    await rename('tea', 'Tea');
    const following = await next();
    await sync.settle(group, { type: 'taken', rows: [] });
    expect(await next()).toEqual(following);
  });
});

describe('a group that was refused', () => {
  test('[Y4] is split, and what is bad is set aside while the rest goes on', async () => {
    const { next, rename, sync, news } = await openTab();
    await rename('milk', 'Milk');
    await rename('bad', 'Bad');
    const both = await next();
    if (both) await sync.settle(both, { type: 'split' });
    const first = await next();
    expect(first?.patches.map(({ patch }) => patch.id)).toEqual(['milk']);
    if (first) await sync.settle(first, { type: 'taken', rows: [milk('Milk', 1)] });
    const second = await next();
    if (second) await sync.settle(second, { type: 'set-aside', message: 'No.' });
    const { tray } = value(await sync.readSync());
    expect(tray.map(({ group, message }) => [group.patches[0]?.patch.id, message])).toEqual([['bad', 'No.']]);
    expect((await news()).ops).toEqual([]);
  });

  test.each(['retry', 'discard'] as const)('[Y4] leaves the tray by %s', async (how) => {
    const { next, rename, sync } = await openTab();
    await rename('bad', 'Bad');
    const group = await next();
    if (group) await sync.settle(group, { type: 'set-aside', message: 'No.' });
    const { tray } = value(await sync.readSync());
    await sync.clearTray(tray[0]?.id ?? '', how);
    expect(value(await sync.readSync()).tray).toEqual([]);
    expect((await next())?.patches.map(({ patch }) => patch.id)).toEqual(how === 'retry' ? ['bad'] : undefined);
  });
});

describe('rows that come in', () => {
  test('[Y5] are taken in only where their version is higher than ours', async () => {
    const { sync, news } = await openTab();
    await sync.receive([milk('new', 7)], {});
    await sync.receive([milk('old', 6), milk('same', 7)], {});
    expect((await news()).base.items).toEqual([itemRow('milk', { name: 'new' })]);
    await sync.receive([milk('newest', 9), milk('newer', 8)], {});
    expect((await news()).base.items).toEqual([itemRow('milk', { name: 'newest' })]);
  });

  test('[Y5] move the cursor only when they were pulled', async () => {
    const { sync } = await openTab();
    await sync.receive([milk('rung', 7)], {});
    expect(value(await sync.readSync()).cursors.items).toBe(0);
    await sync.receive([milk('pulled', 8)], { items: 8 });
    expect(value(await sync.readSync()).cursors).toEqual({ items: 8, categories: 0, savedLists: 0, profile: 0 });
  });

  test('[Y5] never move a cursor back: another page came further meanwhile', async () => {
    const { sync } = await openTab();
    await sync.receive([milk('pulled', 8)], { items: 8 });
    await sync.receive([milk('older', 5)], { items: 5, categories: 3 });
    expect(value(await sync.readSync()).cursors).toEqual({ items: 8, categories: 3, savedLists: 0, profile: 0 });
  });

  test('[Y8] are news to a tab that knows an earlier stamp, and to it alone', async () => {
    const { storage, sync } = await openTab();
    await sync.receive([milk('first', 1)], {});
    const { stamp } = value(await storage.readAfter({ key: 0, stamp: 0 }));
    await sync.receive([{ ...milk('', 2), row: itemRow('tea') } as VersionedRow], {});
    expect(value(await storage.readAfter({ key: 0, stamp })).base.items).toEqual([itemRow('tea')]);
  });

  test('[U1] take from the history what another device wrote, not what comes back of my own', async () => {
    const { storage, sync, next, news } = await openTab();
    await sync.receive([milk('Milk', 1)], {});
    const diff = {
      items: [{ id: 'milk', before: { name: 'Milk', checked: false }, after: { name: 'Mine', checked: true } }],
      categories: [],
      savedLists: [],
      profile: [],
    };
    await storage.append({
      patches: [{ table: 'items', id: 'milk', fields: { name: 'Mine', checked: true } }],
      history: { put: [{ id: '1', diff, undone: false }], remove: [] },
    });
    const group = await next();
    const mine = { ...milk('Mine', 2, 'own'), row: itemRow('milk', { name: 'Mine', checked: true }) } as VersionedRow;
    if (group) await sync.settle(group, { type: 'taken', rows: [mine] });
    expect((await news()).history).toEqual([{ id: '1', diff, undone: false }]);
    const theirs = { ...mine, row: itemRow('milk', { name: 'Theirs', checked: true }), version: 3 } as VersionedRow;
    await sync.receive([theirs], {});
    expect((await news()).history).toMatchObject([
      { diff: { items: [{ before: { checked: false }, after: { checked: true } }] } },
    ]);
  });
});

test('[Y5] that everything was pulled once is remembered, and the device keeps its id', async () => {
  const { sync } = await openTab();
  const before = value(await sync.readSync());
  await sync.noteComplete();
  const { sync: later } = await openTab(START + 99_000);
  expect(value(await later.readSync())).toEqual({ ...before, isComplete: true });
});

test('[D1] a note of the sync that cannot be read is kept aside, and the sync begins anew', async () => {
  const { sync, storage } = await openTab();
  await sync.noteComplete();
  await withRawDatabase((database) => database.put('meta', { tray: 'broken' }, 'sync'));
  expect(value(await sync.readSync())).toMatchObject({ isComplete: false, tray: [] });
  expect(await withRawDatabase((database) => database.get('meta', 'aside'))).toEqual([
    { store: 'meta', key: 'sync', value: { tray: 'broken' } },
  ]);
  expect((await storage.readAfter({ key: 0, stamp: -1 })).ok).toBe(true);
});
