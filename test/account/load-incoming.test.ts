/** How a store takes in what the sync wrote: from who wrote it where that is all there is, else from the disk. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { createStorage } from '#device/database/storage.ts';
import { act, check, FIRST } from '#test/doubles/acts.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { valueOf } from './open-sync-tab.ts';

beforeEach(stubIndexedDb);

/** A store that counts how often it reads the disk, and the sync beside it. */
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

describe('what the sync wrote', () => {
  test('[Y5] is shown as it was returned, without reading the disk', async () => {
    const { store, pull, shows, reads } = await setUp();
    for (const [at, id] of ['tea', 'oil'].entries()) await store.loadIncoming(await pull(id, at + 1));
    expect([shows('tea', 'oil'), reads()]).toEqual([[true, true], 0]);
  });

  test('[Y8] is read from the disk where something was written in between', async () => {
    const { store, pull, shows, reads } = await setUp();
    await pull('tea', 1);
    await store.loadIncoming(await pull('oil', 2));
    expect([shows('tea', 'oil'), reads()]).toEqual([[true, true], 1]);
  });

  test('[Y8] is read from the disk where that is being read already, and what comes then is delta again', async () => {
    const { store, pull, shows, reads } = await setUp();
    const [tea, reading] = [await pull('tea', 1), store.loadIncoming()];
    await Promise.all([store.loadIncoming(tea), reading]);
    expect([shows('tea'), reads()]).toEqual([[true], 2]);
    await store.loadIncoming(await pull('oil', 2));
    expect([shows('oil'), reads()]).toEqual([[true], 2]);
  });

  test('[Y8] is read from the disk if an act was dropped without a row', async () => {
    const { store, sync, pull, shows, reads } = await setUp();
    act(store, check('milk'));
    const group = valueOf(await sync.nextGroup());
    if (group === null) throw new Error('There is something to send.');
    await sync.acknowledge(group, { type: 'rejected', message: 'No.' });
    await store.loadIncoming(await pull('oil', 2));
    expect([store.patches(), shows('oil'), reads()]).toEqual([[], [true], 1]);
  });

  test('[Y4] takes an act out of the outbox with the row it made', async () => {
    const { store, sync, reads } = await setUp();
    act(store, check('milk'));
    const group = valueOf(await sync.nextGroup());
    if (group === null) throw new Error('There is something to send.');
    const row: VersionedRow = { table: 'items', row: itemRow('milk', { checked: true }), version: 1, deviceId: 'own' };
    await store.loadIncoming(valueOf(await sync.acknowledge(group, { type: 'accepted', rows: [row] })));
    expect([store.patches(), store.list.items.get('milk')?.checked, reads()]).toEqual([[], true, 0]);
  });
});
