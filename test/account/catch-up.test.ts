/** A store shows the rows that sync wrote: directly if nothing else was written, otherwise by reading the disk. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { createStorage } from '#device/database/storage.ts';
import { applyTo, check, FIRST } from '#test/doubles/sample-list.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { valueOf } from './open-sync-tab.ts';

beforeEach(stubIndexedDb);

/** A store that counts its reads of the disk, and its sync. */
async function setUp() {
  const disk = createStorage(USER);
  let reads = 0;
  const storage: typeof disk = {
    ...disk,
    readAfter(position) {
      reads += 1;
      return disk.readAfter(position);
    },
  };
  const store = await openStore({ storage }, FIRST);
  const sync = await disk.loadSync(createFakeClock());
  const pull = async (id: string, version: number) => {
    const row: VersionedRow = { table: 'items', row: itemRow(id), version, deviceId: 'other' };
    return valueOf(await sync.receive([row], { items: version }));
  };
  const shows = (...ids: readonly string[]): readonly boolean[] => ids.map((id) => store.list.items.has(id));
  return { store, sync, pull, shows, reads: () => reads };
}

describe('rows written by sync', () => {
  test('[Y5] are shown without reading the disk', async () => {
    const { store, pull, shows, reads } = await setUp();
    for (const [at, id] of ['tea', 'oil'].entries()) await store.catchUp(await pull(id, at + 1));
    expect([shows('tea', 'oil'), reads()]).toEqual([[true, true], 0]);
  });

  test('[Y8] are read from the disk if another write came in between', async () => {
    const { store, pull, shows, reads } = await setUp();
    await pull('tea', 1);
    await store.catchUp(await pull('oil', 2));
    expect([shows('tea', 'oil'), reads()]).toEqual([[true, true], 1]);
  });

  test('[Y8] are read from the disk if a read is already running; later ones are passed on directly', async () => {
    const { store, pull, shows, reads } = await setUp();
    const [tea, reading] = [await pull('tea', 1), store.catchUp()];
    await Promise.all([store.catchUp(tea), reading]);
    expect([shows('tea'), reads()]).toEqual([[true], 2]);
    await store.catchUp(await pull('oil', 2));
    expect([shows('oil'), reads()]).toEqual([[true], 2]);
  });

  test('[Y8] are read from the disk if a change left the outbox without a row', async () => {
    const { store, sync, pull, shows, reads } = await setUp();
    applyTo(store, check('milk'));
    const group = valueOf(await sync.nextGroup());
    if (group === null) throw new Error('The outbox is empty.');
    await sync.acknowledge(group, { type: 'rejected', message: 'No.' });
    await store.catchUp(await pull('oil', 2));
    expect([store.patches(), shows('oil'), reads()]).toEqual([[], [true], 1]);
  });

  test('[Y4] remove the change that made them from the outbox', async () => {
    const { store, sync, reads } = await setUp();
    applyTo(store, check('milk'));
    const group = valueOf(await sync.nextGroup());
    if (group === null) throw new Error('The outbox is empty.');
    const row: VersionedRow = { table: 'items', row: itemRow('milk', { checked: true }), version: 1, deviceId: 'own' };
    await store.catchUp(valueOf(await sync.acknowledge(group, { type: 'accepted', rows: [row] })));
    expect([store.patches(), store.list.items.get('milk')?.checked, reads()]).toEqual([[], true, 0]);
  });
});
