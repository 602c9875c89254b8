/** Ticks that were made before the app's scripts had run. */
import { beforeEach, expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import type { FirstScreenTick } from '#client/ports/service-worker.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { openSyncTab as openTab } from '#test/account/open-sync-tab.ts';
import { takeFirstScreenTicks } from '#device/first-screen.ts';
import { removeList } from './remove-list.ts';

const KEY = `checklist.first-screen-ticks.${USER} 2`;

beforeEach(stubIndexedDb);

const putTicks = (start: number, ticks: readonly FirstScreenTick[]): Promise<unknown> =>
  withRawDatabase((database) => database.put('meta', ticks, `firstScreenTicks ${start}`));

async function take(isDurable: boolean): Promise<readonly FirstScreenTick[]> {
  let taken: readonly FirstScreenTick[] = [];
  await takeFirstScreenTicks(personalList(USER), async (ticks) => {
    taken = ticks;
    return Promise.resolve(isDurable);
  });
  return taken;
}

test('[Y4] the ticks of all starts are taken, from the database and from local storage, in their order', async () => {
  await openTab();
  stubLocalStorage({ [KEY]: '[["tea",false]]' });
  await putTicks(1, [['milk', true]]);
  await putTicks(2, [['tea', true]]);
  expect(await take(true)).toEqual([
    ['milk', true],
    ['tea', true],
    ['tea', false],
  ]);
  expect(await take(true)).toEqual([]);
});

test('[Y4] ticks whose result is not on disk yet are kept', async () => {
  await openTab();
  stubLocalStorage({ [KEY]: '[["tea",true]]' });
  await putTicks(1, [['milk', true]]);
  expect(await take(false)).toHaveLength(2);
  expect(await take(true)).toHaveLength(2);
});

test('unreadable values are ignored, and a list that is not on the device is not created', async () => {
  stubLocalStorage({ [KEY]: '[["tea",true]]' });
  expect(await take(true)).toEqual([]);
  expect(await indexedDB.databases()).toEqual([]);
  await openTab();
  stubLocalStorage({ [KEY]: '[1]' });
  expect(await take(true)).toEqual([]);
});

test('[Y4] ticks of an earlier start on local storage are applied before those of a later start in the database', async () => {
  await openTab();
  stubLocalStorage({ [`checklist.first-screen-ticks.${USER} 1`]: '[["milk",true]]' });
  await putTicks(2, [['milk', false]]);
  expect(await take(true)).toEqual([
    ['milk', true],
    ['milk', false],
  ]);
});

test('[Y4] ticks that another tab adds after the read are kept, and so are those of other lists', async () => {
  await openTab();
  const other = `checklist.first-screen-ticks.${USER}:list2 1`;
  const values = stubLocalStorage({ [KEY]: '[["tea",true]]', [other]: '[["oil",true]]' });
  await putTicks(1, [['milk', true]]);
  await putTicks(2, [['tea', true]]);
  await takeFirstScreenTicks(personalList(USER), async () => {
    await putTicks(2, [
      ['tea', true],
      ['bread', true],
    ]);
    await putTicks(3, [['eggs', true]]);
    values.set(`checklist.first-screen-ticks.${USER} 3`, '[["eggs",true]]');
    values.set(KEY, '[["tea",true],["bread",true]]');
    return true;
  });
  const keys = [KEY, other, `checklist.first-screen-ticks.${USER} 3`];
  expect([...values.keys()]).toEqual(keys);
  const twice = [
    ['tea', true],
    ['bread', true],
    ['tea', true],
    ['bread', true],
    ['eggs', true],
    ['eggs', true],
  ];
  expect(await take(true)).toEqual(twice);
  expect([...values.keys()]).toEqual([other]);
});

test('[Y9] unreadable values are removed, so that they do not keep the list on the device after a sign-out', async () => {
  await openTab();
  const values = stubLocalStorage({ [KEY]: '{' });
  await putTicks(1, [['milk', true]]);
  await withRawDatabase((database) => database.put('meta', 'no ticks', 'firstScreenTicks 1'));
  expect(await take(true)).toEqual([]);
  expect([...values.keys()]).toEqual([]);
  await removeList(USER, false);
  expect(await indexedDB.databases()).toEqual([]);
});
