/** The database of a list: missing databases, and failures. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { abortPuts, stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { createDatabase } from './database.ts';
import { findDatabase } from './find-database.ts';
import { VERSION } from './migrations.ts';

const countItems = async () => {
  const counted = await createDatabase(USER).run(['groceryItems'], 'readonly', (tx) =>
    tx.objectStore('groceryItems').count(),
  );
  return counted.ok ? counted.value : counted.failure;
};

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
  const read = (mayCreate: boolean) =>
    createDatabase(USER, mayCreate).run(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
  expect(await read(false)).toEqual({ ok: false, failure: { type: 'storage-closed' } });
  expect(await indexedDB.databases()).toEqual([]);
  expect(await read(true)).toEqual({ ok: true, value: 0 });
  expect(await withRawDatabase(({ version }) => Promise.resolve(version))).toBe(VERSION);
});

describe('a failure', () => {
  test('[D2] of a request aborts its transaction', async () => {
    const failed = await createDatabase(USER).run(['history', 'groceryItems'], 'readwrite', (tx) => {
      const items = tx.objectStore('groceryItems');
      return Promise.all([items.put(itemRow('bread')), items.add(itemRow('milk')), items.add(itemRow('milk'))]);
    });
    expect(failed).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
    expect(await countItems()).toBe(0);
  });

  test.each([
    ['later', (put: Promise<unknown>) => put.then(() => Promise.reject(new TypeError('a bug')))],
    [
      'at once',
      (put: Promise<unknown>) => {
        put.catch(() => undefined);
        throw new TypeError('a bug');
      },
    ],
  ])('[D2] of the work aborts the transaction: %s', async (_, fail) => {
    const failed = await createDatabase(USER).run(['groceryItems'], 'readwrite', (tx) =>
      fail(tx.objectStore('groceryItems').put(itemRow('milk'))),
    );
    expect(failed).toEqual({ ok: false, failure: { type: 'storage-blocked' } });
    expect(await countItems()).toBe(0);
  });

  test('[D2] leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      await createDatabase(USER, false).run(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
      expect(await findDatabase(USER)).toBe('absent');
      const { mockRestore } = abortPuts('QuotaExceededError');
      const full = await createDatabase(USER).run(['groceryItems'], 'readwrite', (tx) => {
        const items = tx.objectStore('groceryItems');
        return Promise.all([items.put(itemRow('bread')), items.put(itemRow('milk'))]);
      });
      mockRestore();
      expect(full).toEqual({ ok: false, failure: { type: 'storage-full' } });
    });
    expect(unhandled).toEqual([]);
  });
});

test('[U3] a request on an open database is made before the call returns', async () => {
  const { run } = createDatabase(USER);
  await run(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const writing = run(['groceryItems'], 'readwrite', (tx) => tx.objectStore('groceryItems').put(itemRow('milk')));
  expect(put).toHaveBeenCalledOnce();
  expect(await writing).toEqual({ ok: true, value: 'milk' });
  expect(await countItems()).toBe(1);
});

test('[D2] work that waits for something else than its transaction fails, and what it wrote before is stored', async () => {
  const failed = await createDatabase(USER).run(['groceryItems'], 'readwrite', async (tx) => {
    await tx.objectStore('groceryItems').put(itemRow('milk'));
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    return tx.objectStore('groceryItems').put(itemRow('tea'));
  });
  expect(failed.ok).toBe(false);
  expect(await countItems()).toBe(1);
});
