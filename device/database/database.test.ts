/** The database of a list: missing databases, and failures. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { forceClose, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { openDatabase, finish } from './database.ts';
import { findDatabase } from './find-database.ts';

const open = (parts: { readonly mayCreate?: boolean; readonly onClosed?: () => void } = {}) =>
  openDatabase({ listKey: USER, mayCreate: true, onClosed: () => undefined, ...parts });

async function opened() {
  const result = await open();
  if (!result.ok) throw new Error(result.failure.type);
  return result.value;
}

/** The rejections that the browser would report as unhandled. */
async function unhandledIn(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const listeners = process.rawListeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => unhandled.push(reason));
  await work();
  await new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener as NodeJS.UnhandledRejectionListener);
  return unhandled;
}

beforeEach(stubIndexedDb);

test('[D2] a missing database is created only if allowed', async () => {
  expect(await open({ mayCreate: false })).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  expect(await indexedDB.databases()).toEqual([]);
  expect(await open()).toMatchObject({ ok: true });
  expect(await withRawDatabase(({ version }) => Promise.resolve(version))).toBe(3);
});

test.each([
  ['the browser closes it', async () => forceClose()],
  ['a newer version of the app needs it', async () => (await openDB(`checklist:${USER}`, 4)).close()],
])('[D6] other connections are notified once when %s', async (_, close) => {
  const onClosed = vi.fn<() => void>();
  await open({ onClosed });
  expect(onClosed).not.toHaveBeenCalled();
  await close();
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
});

describe('a failure', () => {
  test('[D2] of a request aborts its transaction and is reported with its cause', async () => {
    const database = await opened();
    const tx = database.transaction(['history', 'groceryItems'], 'readwrite');
    const items = tx.objectStore('groceryItems');
    const work = Promise.all([items.put(itemRow('bread')), items.add(itemRow('milk')), items.add(itemRow('milk'))]);
    await expect(finish(tx, work)).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await database.transaction(['groceryItems']).objectStore('groceryItems').count()).toBe(0);
  });

  test('[D2] of the work aborts the transaction', async () => {
    const database = await opened();
    const tx = database.transaction(['groceryItems'], 'readwrite');
    const work = async (): Promise<void> => {
      await tx.objectStore('groceryItems').put(itemRow('milk'));
      throw new TypeError('a bug');
    };
    await expect(finish(tx, work())).rejects.toMatchObject({ name: 'TypeError' });
    expect(await database.transaction(['groceryItems']).objectStore('groceryItems').count()).toBe(0);
  });

  test('[D2] leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      await open({ mayCreate: false });
      expect(await findDatabase(USER)).toBe('absent');
      const database = await opened();
      const tx = database.transaction(['groceryItems'], 'readwrite');
      const items = tx.objectStore('groceryItems');
      const work = Promise.all([items.put(itemRow('bread')), items.put(itemRow('milk'))]);
      tx.abort();
      await finish(tx, work).catch(() => undefined);
    });
    expect(unhandled).toEqual([]);
  });
});

test('[U3] a request is made before the call returns', async () => {
  const database = await opened();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const tx = database.transaction(['groceryItems'], 'readwrite');
  const work = tx.objectStore('groceryItems').put(itemRow('milk'));
  expect(put).toHaveBeenCalledOnce();
  await finish(tx, work);
});
