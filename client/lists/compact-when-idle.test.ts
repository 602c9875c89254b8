/** When the demo's outbox is compacted. */
import { expect, test } from 'vitest';
import { applyTo, check, FIRST } from '#test/doubles/sample-list.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { compactWhenIdle } from './open-list.ts';

async function setUp() {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, FIRST, clock);
  const stop = compactWhenIdle(store, clock);
  return {
    stop,
    tick: async (id: string): Promise<void> => {
      applyTo(store, check(id));
      await quiet();
    },
    pass: async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      await quiet();
    },
    outbox: () => disk.state().outbox.length,
    base: () =>
      disk
        .state()
        .base?.items.filter(({ checked }) => checked)
        .map(({ id }) => id),
  };
}

test('[spec-4] the demo, which never syncs, empties its outbox two seconds after the last change', async () => {
  const { tick, pass, outbox, base } = await setUp();
  await pass(1500);
  await tick('milk');
  await pass(1500);
  await tick('eggs');
  await pass(1999);
  expect(outbox()).toBe(2);
  await pass(1);
  expect(outbox()).toBe(0);
  expect(base()).toEqual(['milk', 'eggs']);
});

test('[spec-4] changes that a crash left in the outbox are compacted two seconds after the start', async () => {
  const { tick, pass, outbox } = await setUp();
  await tick('milk');
  await pass(2000);
  expect(outbox()).toBe(0);
});

test('[spec-4] a closed list is not compacted', async () => {
  const { tick, pass, outbox, stop } = await setUp();
  await tick('milk');
  stop();
  await tick('eggs');
  await pass(5000);
  expect(outbox()).toBe(2);
});
