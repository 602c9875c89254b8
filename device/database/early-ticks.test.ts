/** Ticks that were made before the app's scripts had run. */
import { beforeEach, expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import type { EarlyTick } from '#client/ports/first-screen.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { openSyncTab as openTab } from '#test/account/open-sync-tab.ts';
import { takeEarlyTicks } from './early-ticks.ts';
import { openDatabase } from './database.ts';

const KEY = `checklist.early-ticks.${USER}`;

beforeEach(stubIndexedDb);

async function putTicks(start: number, ticks: readonly EarlyTick[]): Promise<void> {
  const opened = await openDatabase({ listKey: USER, mayCreate: false, onClosed: () => undefined });
  if (!opened.ok) throw new Error('No database');
  await opened.value.put('meta', ticks, `earlyTicks ${start}`);
  opened.value.close();
}

async function take(isDurable: boolean): Promise<readonly EarlyTick[]> {
  let taken: readonly EarlyTick[] = [];
  await takeEarlyTicks(personalList(USER), async (ticks) => {
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
