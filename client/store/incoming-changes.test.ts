/** How a tab catches up with other tabs, and what must not go wrong during a read. */
import { describe, expect, test } from 'vitest';
import { applyTo, check, FIRST, ticked } from '#test/doubles/sample-list.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore, openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';

/** Two tabs of one disk that answers at once. */
async function setUp() {
  const disk = createFakeDisk({ isManual: false });
  return { disk, mine: await openTab(disk, FIRST), theirs: await openTab(disk) };
}

describe('a change of another tab', () => {
  test('[Y8] is shown as a remote diff', async () => {
    const { mine, theirs } = await setUp();
    const sources: string[] = [];
    mine.onDiff((_, source) => sources.push(source));
    applyTo(theirs, check('milk'));
    await quiet();
    expect(ticked(mine)).toEqual(['milk']);
    expect(sources).toEqual(['remote']);
  });

  test("[U3] is in this tab's history too: undo takes back the account's last change", async () => {
    const { mine, theirs } = await setUp();
    applyTo(mine, check('eggs'));
    await quiet();
    applyTo(theirs, check('milk'));
    await quiet();
    mine.undo();
    await quiet();
    expect([ticked(mine), ticked(theirs)]).toEqual([['eggs'], ['eggs']]);
    expect(theirs.canRedo()).toBe(true);
  });

  test('[Y8] whose message was lost is found when the tab becomes visible', async () => {
    const disk = createFakeDisk({ isManual: false });
    const mine = await openTab(disk, FIRST);
    const theirs = await openStore({ storage: disk.openTab().storage });
    applyTo(theirs, check('milk'));
    await quiet();
    expect(ticked(mine)).toEqual([]);
    disk.wake(1);
    await quiet();
    expect(ticked(mine)).toEqual(['milk']);
  });

  test('[Y8] that was compacted into the base while this tab was suspended is found there', async () => {
    const disk = createFakeDisk({ isManual: false });
    const mine = await openTab(disk, FIRST);
    const theirs = await openStore({ storage: disk.openTab().storage });
    applyTo(theirs, check('milk'));
    await quiet();
    await theirs.compact();
    applyTo(mine, check('ham'));
    disk.wake(1);
    await quiet();
    expect(ticked(mine)).toEqual(['ham', 'milk']);
  });

  test('[Y8] does not reach a closed tab', async () => {
    const { mine, theirs } = await setUp();
    mine.close();
    applyTo(theirs, check('milk'));
    await quiet();
    expect(ticked(mine)).toEqual([]);
  });
});

test('[U1] a change during a read of the disk can be undone at once', async () => {
  const disk = createFakeDisk({ isManual: true });
  const opening = openStore(disk.openTab(), FIRST);
  const settle = async (): Promise<void> => {
    await quiet();
    while (disk.step(0)) await quiet();
  };
  await settle();
  const store = await opening;
  applyTo(store, check('eggs'));
  await settle();
  disk.wake(1);
  // The user acts after the disk was read, and the answer arrives before the change is written.
  disk.step(0);
  applyTo(store, check('milk'));
  disk.step(1);
  await quiet();
  store.undo();
  expect(ticked(store)).toEqual(['eggs']);
  await settle();
  expect(ticked(store)).toEqual(['eggs']);
});

test('[Y8] after a change during a read, the disk is read again, so that changes of another tab can be undone', async () => {
  const disk = createFakeDisk({ isManual: true });
  const settle = async (): Promise<void> => {
    await quiet();
    while (disk.step(0) || disk.step(1)) await quiet();
  };
  const opening = openStore(disk.openTab(), FIRST);
  await settle();
  const mine = await opening;
  const clock = createFakeClock(1000);
  const openingTheirs = openStore({ storage: disk.openTab().storage, clock });
  await settle();
  const theirs = await openingTheirs;
  applyTo(theirs, check('milk'));
  await settle();
  disk.wake(1);
  disk.step(0);
  applyTo(mine, check('eggs'));
  await settle();
  mine.undo();
  mine.undo();
  await settle();
  expect(ticked(mine)).toEqual([]);
});

test('[Y8] a disk that cannot be read changes nothing', async () => {
  const { disk, mine } = await setUp();
  applyTo(mine, check('milk'));
  await quiet();
  disk.block({ type: 'storage-closed' });
  disk.wake(1);
  await quiet();
  expect([ticked(mine), mine.canUndo(), await mine.compact()]).toEqual([['milk'], true, false]);
});
