/** Promises over IndexedDB: what is answered, how it fails, and that no failure is left without somebody to hear it. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forceClose, stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { answerOf, promiseDatabase } from './promised-database.ts';

type Tea = { readonly id: string; readonly cups: number };
type Cupboard = {
  readonly teas: { readonly key: string; readonly value: Tea; readonly indexes: { readonly cups: number } };
  readonly log: { readonly key: number; readonly value: string };
};

const [ASSAM, CEYLON] = [
  { id: 'assam', cups: 3 },
  { id: 'ceylon', cups: 1 },
];

async function openCupboard() {
  const made = await openDB(`checklist:${USER}`, 1, {
    upgrade(database) {
      database.createObjectStore('teas', { keyPath: 'id' }).createIndex('cups', 'cups');
      database.createObjectStore('log', { autoIncrement: true });
    },
  });
  made.close();
  return promiseDatabase<Cupboard>(await answerOf<IDBDatabase>(indexedDB.open(`checklist:${USER}`)));
}

/** Rejections that nobody has heard by the time the browser would complain. */
async function unheardOf(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const unheard: unknown[] = [];
  const listeners = process.rawListeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => unheard.push(reason));
  await work();
  await new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener as NodeJS.UnhandledRejectionListener);
  return unheard;
}

beforeEach(stubIndexedDb);

test('[D1] what is written is what is read, by each of the ways to ask', async () => {
  const database = await openCupboard();
  const writing = database.transaction(['teas', 'log'], 'readwrite');
  const written = Promise.all([
    writing.objectStore('teas').put(ASSAM),
    writing.objectStore('teas').add(CEYLON),
    writing.objectStore('log').put('late', 7),
    writing.objectStore('log').add('later'),
  ]);
  writing.commit();
  expect(await written).toEqual(['assam', 'ceylon', 7, 8]);
  await writing.done;
  expect(writing.error).toBeNull();
  const reading = database.transaction(['teas', 'log']);
  const [teas, log] = [reading.objectStore('teas'), reading.objectStore('log')];
  expect(
    await Promise.all([
      teas.get('assam'),
      teas.get('oolong'),
      teas.getKey(IDBKeyRange.only('ceylon')),
      teas.getAll(),
      teas.index('cups').getAll(IDBKeyRange.lowerBound(1, true)),
      log.getAllKeys(),
      log.getAll(IDBKeyRange.lowerBound(7, true)),
      log.count(),
    ]),
  ).toEqual([ASSAM, undefined, 'ceylon', [ASSAM, CEYLON], [ASSAM], [7, 8], ['later'], 2]);
  const removing = database.transaction(['log'], 'readwrite');
  await Promise.all([removing.objectStore('log').delete(7), removing.done]);
  expect(await database.transaction(['log']).objectStore('log').getAllKeys()).toEqual([8]);
});

describe('a failure', () => {
  test('[D2] of a request is told by the request, and by its transaction, which keeps nothing', async () => {
    const database = await openCupboard();
    const tx = database.transaction(['teas'], 'readwrite');
    const results = await Promise.allSettled([
      tx.objectStore('teas').add(ASSAM),
      tx.objectStore('teas').add(ASSAM),
      tx.done,
    ]);
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { reason: { name: 'ConstraintError' } },
      { reason: { name: 'ConstraintError' } },
    ]);
    expect(tx.error).toMatchObject({ name: 'ConstraintError' });
    expect(await database.transaction(['teas']).objectStore('teas').count()).toBe(0);
  });

  test('[D2] is told where the work is given up, and where the browser has closed the database', async () => {
    const database = await openCupboard();
    const tx = database.transaction(['teas'], 'readwrite');
    const put = tx.objectStore('teas').put(ASSAM);
    tx.abort();
    await expect(put).rejects.toMatchObject({ name: 'AbortError' });
    await expect(tx.done).rejects.toMatchObject({ name: 'AbortError' });
    forceClose();
    expect(() => database.transaction(['teas'])).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  });

  test('[D2] that nobody waits for any more is no unhandled rejection', async () => {
    const database = await openCupboard();
    const unheard = await unheardOf(async () => {
      const tx = database.transaction(['teas'], 'readwrite');
      void tx.objectStore('teas').put(ASSAM);
      tx.abort();
    });
    expect(unheard).toEqual([]);
  });
});

test('[U3] a request is with the browser before the call returns', async () => {
  const database = await openCupboard();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const tx = database.transaction(['teas'], 'readwrite');
  const answer = tx.objectStore('teas').put(ASSAM);
  expect(put).toHaveBeenCalledOnce();
  await answer;
});
