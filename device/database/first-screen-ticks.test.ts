/** Storing ticks before the app's scripts have run. */
import { beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { openSyncTab as openTab } from '#test/account/open-sync-tab.ts';
import { openTickStorage } from './first-screen-ticks.ts';

const keyOf = (start: number): string => `checklist.first-screen-ticks.${USER} ${start}`;

beforeEach(stubIndexedDb);

const readOnDisk = (start: number): Promise<unknown> =>
  withRawDatabase((database) => database.get('meta', `firstScreenTicks ${start}`));

test('[Y4] a tick is on local storage in its own task, and soon in the database', async () => {
  await openTab();
  const values = stubLocalStorage({});
  const storage = openTickStorage(USER, 5);
  storage.add(['milk', true]);
  expect([...values]).toEqual([[keyOf(5), '[["milk",true]]']]);
  storage.add(['tea', false]);
  await vi.waitFor(async () =>
    expect(await readOnDisk(5)).toEqual([
      ['milk', true],
      ['tea', false],
    ]),
  );
});

test('[Y4] ticks of earlier starts are read in their order, and removed with those of this start', () => {
  const values = stubLocalStorage({
    [keyOf(2)]: '[["milk",false]]',
    [keyOf(1)]: '[["milk",true]]',
    [keyOf(3)]: '{',
    other: '[["oil",true]]',
  });
  const storage = openTickStorage(USER, 5);
  expect(storage.earlier).toEqual([
    ['milk', true],
    ['milk', false],
  ]);
  storage.add(['tea', true]);
  // Another tab's first screen stores one more tick.
  values.set(keyOf(2), '[["milk",false],["bread",true]]');
  storage.remove();
  expect([...values.keys()]).toEqual([keyOf(2), 'other']);
});

test('[D2] without local storage, a tick goes to the database only', async () => {
  await openTab();
  stubLocalStorage(null);
  openTickStorage(USER, 5).add(['milk', true]);
  await vi.waitFor(async () => expect(await readOnDisk(5)).toEqual([['milk', true]]));
});

test('[Y9] a list that is not on the device is not created', async () => {
  stubLocalStorage({});
  openTickStorage(USER, 5).add(['milk', true]);
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});
