/** The list where the disk refuses. */
import { expect, test } from 'vitest';
import { act, check, FIRST, ticked } from '#test/doubles/acts.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createMemoryStorage } from './memory-storage.ts';

test('[D2] everything works as on a disk, for as long as the page lives', async () => {
  const store = await openStore({ storage: createMemoryStorage() }, FIRST);
  act(store, check('milk'));
  await quiet();
  expect(await store.absorb()).toBe(true);
  act(store, check('eggs'));
  await quiet();
  store.undo();
  expect(ticked(store)).toEqual(['milk']);
  store.redo();
  expect([ticked(store), store.storageFailure()]).toEqual([['eggs', 'milk'], null]);
});

test('[D2] what was done stays when another tab says that it did something', async () => {
  const { tabs } = createFakeDisk({ isManual: false }).openTab();
  let look = (): void => {};
  const store = await openStore(
    {
      storage: createMemoryStorage(),
      tabs: {
        ...tabs,
        onNews: (callback) => {
          look = callback;
          return () => {};
        },
      },
    },
    FIRST,
  );
  act(store, check('milk'));
  look();
  await quiet();
  expect(await store.absorb()).toBe(true);
  act(store, check('eggs'));
  look();
  look();
  await quiet();
  expect([ticked(store), store.canUndo()]).toEqual([['eggs', 'milk'], true]);
});
