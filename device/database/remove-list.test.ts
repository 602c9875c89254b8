/** Removing an account's data from the device: all of it, or nothing. */
import { beforeEach, expect, test } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { openSyncTab as openTab, valueOf as value } from '#test/account/open-sync-tab.ts';
import { removeList } from './remove-list.ts';

beforeEach(stubIndexedDb);

test('[Y9] an account’s data is removed, but not while a change is unsent', async () => {
  const { rename, next, sync } = await openTab();
  await rename('milk', 'Milk');
  await removeList(USER, false);
  const group = await next();
  expect(group?.patches).toHaveLength(1);
  if (group) await sync.acknowledge(group, { type: 'accepted', rows: [] });
  await removeList(USER, false);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});

test('[Y9] an account’s data is not removed while it has rejected changes', async () => {
  const { rename, next, sync } = await openTab();
  await rename('bad', 'Bad');
  const group = await next();
  if (group) await sync.acknowledge(group, { type: 'rejected', message: 'No.' });
  await removeList(USER, false);
  expect(value(await sync.readSync()).rejected).toHaveLength(1);
});

test('[Y4] [Y9] a list stays while ticks on its first screen have not been applied, in the database or on local storage', async () => {
  await openTab();
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  const values = stubLocalStorage({ [`checklist.first-screen-ticks.${USER} 1`]: '[["milk",true]]' });
  await removeList(USER, false);
  expect([await names(), values.size]).toEqual([[`checklist:${USER}`], 1]);
  values.clear();
  await withRawDatabase((database) => database.put('meta', [['milk', true]], 'firstScreenTicks 1'));
  await removeList(USER, false);
  expect(await names()).toEqual([`checklist:${USER}`]);
  await withRawDatabase((database) => database.delete('meta', 'firstScreenTicks 1'));
  await removeList(USER, false);
  expect(await names()).toEqual([]);
});

test('[A3] a deleted account’s data is removed with unsent changes, unload journals and first-screen ticks', async () => {
  const { rename } = await openTab();
  const values = stubLocalStorage({
    [`checklist.unload-journal.${USER}.1`]: '[]',
    'checklist.unload-journal.bob.1': '[]',
    [`checklist.first-screen-ticks.${USER} 1`]: '[["milk",true]]',
    [`checklist.first-screen-ticks.${USER}:list2 1`]: '[["milk",true]]',
  });
  await rename('milk', 'Milk');
  await removeList(USER, false);
  expect(await indexedDB.databases()).toHaveLength(1);
  await removeList(USER, true);
  expect(await indexedDB.databases()).toEqual([]);
  expect([...values.keys()]).toEqual([
    'checklist.unload-journal.bob.1',
    `checklist.first-screen-ticks.${USER}:list2 1`,
  ]);
});

test('[Y9] a tab that was suspended during the removal does not write into a new list', async () => {
  const sleeper = await openTab();
  await openTab();
  await removeList(USER, false);
  const again = await openTab();
  await again.rename('milk', 'Milk');
  const late = await sleeper.storage.append([
    {
      patches: [{ table: 'items', id: 'tea', fields: { name: 'Tea' } }],
      history: NO_HISTORY_CHANGE,
    },
  ]);
  expect(late).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  expect((await again.delta()).outbox).toHaveLength(1);
});
