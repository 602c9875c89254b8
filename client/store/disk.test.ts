/** Acts on their way to a disk that may refuse them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#core/history/history.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import { categoryRow, itemRow, readLive } from '#core/testing/contents.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createDisk } from './disk.ts';

const FULL: StorageFailure = { type: 'storage-full' };

/** Writes that carry a name, and what came of them. */
function setUp({ isManual = false } = {}) {
  const fake = createFakeDisk({ isManual });
  const durable: string[] = [];
  const failures: (string | null)[] = [];
  const disk = createDisk(fake.openTab().storage, () => failures.push(disk.failure()?.type ?? null));
  const write = (name: string, history = NO_HISTORY_CHANGE): void =>
    disk.write({ patches: [{ table: 'items', id: name, fields: { name } }], history }, (key) =>
      durable.push(`${name} ${key}`),
    );
  return {
    fake,
    disk,
    durable,
    failures,
    write,
    written: () => fake.state().ops.map(({ patches }) => patches.map(({ id }) => id).join(' ')),
    /** One thing after the other, as it was issued. */
    drain: async (): Promise<void> => {
      await quiet();
      while (fake.step(0)) await quiet();
    },
  };
}

const entry = (id: string, undone = false): HistoryEntry => ({ id, diff: EMPTY_DIFF, undone });

describe('a disk that takes everything', () => {
  test('[U3] is written one act at a time, and each hears its own key', async () => {
    const { write, durable, written, disk } = setUp();
    write('a');
    write('b');
    await quiet();
    expect(written()).toEqual(['a', 'b']);
    expect(durable).toEqual(['a 1', 'b 2']);
    expect(disk.failure()).toBe(null);
  });
});

describe('a disk that refuses', () => {
  test('[D2] says so once, keeps what it refused, and takes all of it in order as one with the next act', async () => {
    const { fake, write, durable, failures, written } = setUp();
    fake.refuse(FULL);
    write('a');
    await quiet();
    write('b');
    await quiet();
    expect(durable).toEqual([]);
    expect(failures).toEqual(['storage-full']);
    fake.refuse(null);
    write('c');
    await quiet();
    expect(written()).toEqual(['a b c']);
    expect(durable).toEqual(['a 1', 'b 1', 'c 1']);
    expect(failures).toEqual(['storage-full', null]);
  });

  test('[D2] says it when the reason is another one', async () => {
    const { fake, write, failures } = setUp();
    for (const failure of [FULL, FULL, { type: 'storage-closed' } as const]) {
      fake.refuse(failure);
      write('a');
      await quiet();
    }
    expect(failures).toEqual(['storage-full', 'storage-closed']);
  });

  test('[D2] never holds an act without what came before it: one that was on its way goes again behind it', async () => {
    const { fake, write, durable, written, drain } = setUp({ isManual: true });
    fake.refuse(FULL);
    write('a');
    write('b');
    await quiet();
    fake.step(0);
    fake.refuse(null);
    await drain();
    expect(durable).toEqual([]);
    write('c');
    await drain();
    expect(written()).toEqual(['b', 'a b c']);
    expect(durable).toEqual(['a 2', 'b 2', 'c 2']);
  });

  test('[D2] gets what is done meanwhile only once it has answered for what was on its way', async () => {
    const { fake, write, durable, written, drain } = setUp({ isManual: true });
    fake.refuse(FULL);
    write('a');
    write('b');
    fake.step(0);
    fake.refuse(null);
    // The answer to a, not yet that to b.
    fake.step(1);
    await quiet();
    write('c');
    await drain();
    expect(written()).toEqual(['b', 'a b c']);
    expect(durable).toEqual(['a 2', 'b 2', 'c 2']);
  });

  test('[D2] has the history as the last of the acts left it', async () => {
    const { fake, write } = setUp();
    write('z', { put: [entry('1')], remove: [] });
    fake.refuse(FULL);
    write('a', { put: [entry('2'), entry('3')], remove: [] });
    await quiet();
    write('b', { put: [entry('2', true)], remove: ['1', '3'] });
    await quiet();
    fake.refuse(null);
    write('c', { put: [entry('1', true)], remove: [] });
    await quiet();
    expect(fake.state().history).toEqual([entry('1', true), entry('2', true)]);
  });
});

test('[D2] the shopper sees every act at once and none going back, whatever the disk refuses on the way', async () => {
  const names = fc.array(fc.oneof(fc.constantFrom('Milk', 'Oat milk', 'Quark'), fc.boolean(), fc.nat(5)), {
    maxLength: 30,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(names, async (moves) => {
      const fake = createFakeDisk({ isManual: true });
      const opening = openStore(fake.openTab(), { items: [itemRow('milk')], categories: [categoryRow('dairy')] });
      await quiet();
      while (fake.step(0)) await quiet();
      const store = await opening;
      let wanted = 'milk';
      for (const move of moves) {
        if (typeof move === 'boolean') fake.refuse(move ? FULL : null);
        if (typeof move === 'number') fake.step(move);
        if (typeof move === 'string') {
          wanted = move;
          store.act({ type: 'edit-item', id: 'milk', name: wanted, category: 'dairy' });
        }
        await quiet();
        expect(readLive(store.list).items.map(({ name }) => name)).toEqual([wanted]);
      }
    }),
    { numRuns: 200 },
  );
});
