/** The list in memory, for browsers that refuse storage. */
import { expect, test } from 'vitest';
import { applyTo, check, FIRST, ticked } from '#test/doubles/sample-list.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createMemoryStorage } from '#client/lists/open-list.ts';

test('[D2] everything works as on a disk while the page is open', async () => {
  const store = await openStore({ storage: createMemoryStorage() }, FIRST);
  applyTo(store, check('milk'));
  await quiet();
  expect(await store.compact()).toBe(true);
  applyTo(store, check('eggs'));
  await quiet();
  store.undo();
  expect(ticked(store)).toEqual(['milk']);
  store.redo();
  expect([ticked(store), store.storageFailure()]).toEqual([['eggs', 'milk'], null]);
});

test('[D2] changes are kept when another tab announces a change', async () => {
  const { tabs } = createFakeDisk({ isManual: false }).openTab();
  let announce = (): void => {};
  const store = await openStore(
    {
      storage: createMemoryStorage(),
      tabs: {
        ...tabs,
        onChange: (callback) => {
          announce = callback;
          return () => {};
        },
      },
    },
    FIRST,
  );
  applyTo(store, check('milk'));
  announce();
  await quiet();
  expect(await store.compact()).toBe(true);
  applyTo(store, check('eggs'));
  announce();
  announce();
  await quiet();
  expect([ticked(store), store.canUndo()]).toEqual([['eggs', 'milk'], true]);
});
