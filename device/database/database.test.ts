/** Opening the database of an account: what an older version left, and when a database is not begun. */
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { forceClose, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { openDatabase } from './database.ts';
import { ROW_STORES } from './schema.ts';

const open = (parts: { readonly mayCreate?: boolean; readonly onClosed?: () => void } = {}) =>
  openDatabase({ userId: USER, mayCreate: true, onClosed: () => undefined, ...parts });

beforeEach(stubIndexedDb);

test('[D1] the list of a version without stamps is kept, and is stamped from now on', async () => {
  const old = await openDB(`checklist:${USER}`, 1, {
    upgrade(database) {
      for (const name of ROW_STORES) database.createObjectStore(name, { keyPath: 'id' });
      database.createObjectStore('outbox', { autoIncrement: true });
      database.createObjectStore('history', { keyPath: 'id' });
      database.createObjectStore('meta');
    },
  });
  await old.put('groceryItems', itemRow('milk'));
  old.close();
  const opened = await open();
  if (!opened.ok) throw new Error(opened.failure.type);
  const items = opened.value.transaction(['groceryItems']).objectStore('groceryItems');
  expect(await Promise.all([items.getAll(), items.index('stamp').getAll()])).toEqual([[itemRow('milk')], []]);
});

test('[D2] a database that must not be begun anew is not, and is begun where it may be', async () => {
  expect(await open({ mayCreate: false })).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  expect(await indexedDB.databases()).toEqual([]);
  expect(await open()).toMatchObject({ ok: true });
  expect(await withRawDatabase(({ version }) => Promise.resolve(version))).toBe(2);
});

test.each([
  ['the browser closes it', async () => forceClose()],
  ['a newer version of the app needs it', async () => (await openDB(`checklist:${USER}`, 3)).close()],
])('[D6] whoever has it open hears once that %s', async (_, close) => {
  const onClosed = vi.fn<() => void>();
  await open({ onClosed });
  expect(onClosed).not.toHaveBeenCalled();
  await close();
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
});
