/** The changes that a sync transaction returns, so that the store does not have to read the disk. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { openSyncTab as openTab, valueOf as value } from '#test/account/open-sync-tab.ts';

beforeEach(stubIndexedDb);

const rowOf = (id: string, name: string, version: number): VersionedRow => ({
  table: 'items',
  row: itemRow(id, { name }),
  version,
  deviceId: 'other',
});

/** The whole disk without the history. */
async function readAll({ delta }: Awaited<ReturnType<typeof openTab>>) {
  const { history: _, ...rest } = await delta();
  return rest;
}

describe('the written changes', () => {
  test('[Y8] of a pull equal a read of the disk', async () => {
    const tab = await openTab();
    const written = value(await tab.sync.receive([rowOf('tea', 'Tea', 2), rowOf('ham', 'Ham', 1)], { items: 2 }));
    expect(written).toEqual(await readAll(tab));
    expect(written?.base.items.map(({ id }) => id)).toEqual(['ham', 'tea']);
  });

  test('[Y8] of an accepted group include the key up to which the outbox was truncated', async () => {
    const tab = await openTab();
    const key = await tab.rename('milk', 'Milk');
    const group = await tab.next();
    if (!group) throw new Error('There is something to send.');
    const rows = [rowOf('milk', 'Milk', 4)];
    const written = value(await tab.sync.acknowledge(group, { type: 'accepted', rows }));
    expect([written, written?.compactedUpTo]).toEqual([await readAll(tab), key]);
  });

  test('[Y5] leave out outdated rows', async () => {
    const { sync } = await openTab();
    await sync.receive([rowOf('tea', 'New', 9)], {});
    const written = value(await sync.receive([rowOf('tea', 'Old', 5), rowOf('ham', 'Ham', 6)], {}));
    expect(written?.base.items.map(({ id }) => id)).toEqual(['ham']);
  });

  test('[Y8] are null if changes left the outbox without a row', async () => {
    const { sync, rename, next } = await openTab();
    await rename('milk', 'Milk');
    const group = await next();
    if (!group) throw new Error('There is something to send.');
    expect(value(await sync.acknowledge(group, { type: 'accepted', rows: [] }))).toBeNull();
  });

  test('[U1] are null if the history was pruned', async () => {
    const { sync, storage } = await openTab();
    const fields = { before: { name: 'Milk' }, after: { name: 'Mine' } };
    const diff = [{ table: 'items', id: 'milk', ...fields } as const];
    await sync.receive([rowOf('milk', 'Mine', 1)], {});
    await storage.append([{ patches: [], history: { put: [{ id: '1', diff, undone: false }], remove: [] } }]);
    expect(value(await sync.receive([rowOf('tea', 'Tea', 2)], {}))).not.toBeNull();
    expect(value(await sync.receive([rowOf('milk', 'Theirs', 3)], {}))).toBeNull();
  });
});

test('[Y5] in large batches, too, only rows with a higher version are merged', async () => {
  const tab = await openTab();
  const many = (name: string, version: number) =>
    Array.from({ length: 80 }, (_, at) => rowOf(`i${String(at).padStart(2, '0')}`, name, version + at));
  await tab.sync.receive([rowOf('i07', 'Newer', 500), rowOf('i70', 'Older', 1)], {});
  await tab.sync.receive(many('Page', 100).toReversed(), { items: 179 });
  const { base } = await tab.delta();
  expect(base.items.map(({ name }) => name)).toEqual(many('Page', 100).map((_, at) => (at === 7 ? 'Newer' : 'Page')));
});
