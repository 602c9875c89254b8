/** An account leaves the device whole, or stays. */
import { beforeEach, expect, test } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { openSyncTab as openTab, valueOf as value } from '#test/account/open-sync-tab.ts';

beforeEach(stubIndexedDb);

test('[Y9] an account is forgotten with everything, but not while something waits to be sent', async () => {
  const { storage, rename, next, sync } = await openTab();
  await rename('milk', 'Milk');
  await storage.forget();
  const group = await next();
  expect(group?.patches).toHaveLength(1);
  if (group) await sync.settle(group, { type: 'taken', rows: [] });
  await storage.forget();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});

test('[Y9] an account is not forgotten while something of it was refused', async () => {
  const { storage, rename, next, sync } = await openTab();
  await rename('bad', 'Bad');
  const group = await next();
  if (group) await sync.settle(group, { type: 'set-aside', message: 'No.' });
  await storage.forget();
  expect(value(await sync.readSync()).tray).toHaveLength(1);
});

test('[A3] an account that is no more is forgotten with what waits, and with what pages left in a hurry', async () => {
  const { storage, rename } = await openTab();
  const values = stubLocalStorage({ [`checklist.stranded.${USER}.1`]: '[]', 'checklist.stranded.bob.1': '[]' });
  await rename('milk', 'Milk');
  await storage.forget();
  expect(await indexedDB.databases()).toHaveLength(1);
  await storage.forget(true);
  expect(await indexedDB.databases()).toEqual([]);
  expect([...values.keys()]).toEqual(['checklist.stranded.bob.1']);
});

test('[Y9] a tab that slept while its account was forgotten and came back does not write into the new list', async () => {
  const sleeper = await openTab();
  const other = await openTab();
  await other.storage.forget();
  const again = await openTab();
  await again.rename('milk', 'Milk');
  const late = await sleeper.storage.append({
    patches: [{ table: 'items', id: 'tea', fields: { name: 'Tea' } }],
    history: NO_HISTORY_CHANGE,
  });
  expect(late).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  expect((await again.news()).ops).toHaveLength(1);
});
