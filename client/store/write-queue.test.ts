/** The queue of writes to a disk that may refuse them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HistoryEntry, NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { categoryRow, itemRow, readLive } from '#core/testing/contents.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createWriteQueue } from './write-queue.ts';

const FULL: StorageFailure = { type: 'storage-full' };

/** Named writes, and their outcomes. */
function setUp({ isManual = false } = {}) {
  const fake = createFakeDisk({ isManual });
  const durable: string[] = [];
  const failures: (string | null)[] = [];
  const clock = createFakeClock();
  const disk = createWriteQueue(fake.openTab().storage, clock, () => failures.push(disk.failure()?.type ?? null));
  const write = (name: string, history = NO_HISTORY_CHANGE): void =>
    disk.write({ patches: [{ table: 'items', id: name, fields: { name } }], history }, (key) =>
      durable.push(`${name} ${key}`),
    );
  return {
    fake,
    clock,
    disk,
    durable,
    failures,
    write,
    written: () => fake.state().outbox.map(({ patches }) => patches.map(({ id }) => id).join(' ')),
    /** The writes in the order in which they were issued. */
    drain: async (): Promise<void> => {
      await quiet();
      while (fake.step(0)) await quiet();
    },
  };
}

const entry = (id: string, undone = false): HistoryEntry => ({ id, diff: [], undone });

describe('a disk that accepts everything', () => {
  test('[U3] is written one change at a time, and each change receives its own key', async () => {
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
  test('[D2] is reported once; refused changes are kept and written in order, in one transaction with the next change', async () => {
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
    expect(written()).toEqual(['a', 'b', 'c']);
    expect(durable).toEqual(['a 1', 'b 2', 'c 3']);
    expect(failures).toEqual(['storage-full', null]);
  });

  test('[D2] is reported again when the reason changes', async () => {
    const { fake, write, failures } = setUp();
    for (const failure of [FULL, FULL, { type: 'storage-closed' } as const]) {
      fake.refuse(failure);
      write('a');
      await quiet();
    }
    expect(failures).toEqual(['storage-full', 'storage-closed']);
  });

  test('[D2] never has a change without those before it: a change in flight is written again behind the refused one', async () => {
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
    expect(written()).toEqual(['b', 'a', 'b', 'c']);
    expect(durable).toEqual(['a 2', 'b 3', 'c 4']);
  });

  test('[D2] receives later changes only after it has answered the writes in flight', async () => {
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
    expect(written()).toEqual(['b', 'a', 'b', 'c']);
    expect(durable).toEqual(['a 2', 'b 3', 'c 4']);
  });

  test('[D2] is asked again after two seconds, without another change', async () => {
    const { fake, clock, write, durable, failures } = setUp();
    fake.refuse(FULL);
    write('a');
    await quiet();
    clock.advance(2000);
    await quiet();
    expect([durable, failures]).toEqual([[], ['storage-full']]);
    fake.refuse(null);
    clock.advance(1999);
    await quiet();
    expect(durable).toEqual([]);
    clock.advance(1);
    await quiet();
    expect([durable, failures]).toEqual([['a 1'], ['storage-full', null]]);
    expect(clock.waiting()).toBe(0);
  });

  test('[D2] is asked again at once on request, and never after the list was closed', async () => {
    const { fake, clock, disk, write, durable } = setUp();
    fake.refuse(FULL);
    write('a');
    await quiet();
    fake.refuse(null);
    disk.retry();
    await quiet();
    expect(durable).toEqual(['a 1']);
    fake.refuse(FULL);
    write('b');
    await quiet();
    disk.close();
    await quiet();
    expect(clock.waiting()).toBe(0);
  });

  test('[D2] is asked once more when the list closes', async () => {
    const { fake, disk, write, durable } = setUp();
    fake.refuse(FULL);
    write('a');
    await quiet();
    fake.refuse(null);
    disk.close();
    await quiet();
    expect(durable).toEqual(['a 1']);
  });

  test('[D2] has the history as the last change left it', async () => {
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

test('[D2] every change is visible at once and none disappears, whatever the disk refuses', async () => {
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
          store.applyChange({ type: 'edit-item', id: 'milk', name: wanted, category: 'dairy' });
        }
        await quiet();
        expect(readLive(store.list).items.map(({ name }) => name)).toEqual([wanted]);
      }
    }),
    { numRuns: 200 },
  );
});
