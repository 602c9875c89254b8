/** When the schema is read again, and hints about misspelled names. */
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { createSchemaCache } from './schema-cache.ts';
import { nearestName } from '#server/http/nearest-name.ts';

type Counted = {
  readonly sql: Database['sql'];
  readonly reads: () => number;
  readonly notify: () => void;
};

/** A database whose catalogue is empty, and that counts how often it is read. */
function createCounted(outcomes: readonly ('good' | 'bad')[]): Counted {
  let reads = 0;
  let hear: () => void = () => undefined;
  const listen = (_: string, callback: () => void): Promise<void> => {
    hear = callback;
    return Promise.resolve();
  };
  const begin = (): Promise<unknown> => {
    const outcome = outcomes[reads] ?? 'good';
    reads += 1;
    return outcome === 'good' ? Promise.resolve({ tables: [], routines: [] }) : Promise.reject(new Error('away'));
  };
  return { sql: { begin, listen } as unknown as Database['sql'], reads: () => reads, notify: () => hear() };
}

test('[wire] an unknown name reloads the schema at most once a second', async () => {
  const database = createCounted([]);
  let time = 0;
  const keeper = createSchemaCache({ database, schemas: ['public'], now: () => time });
  await Promise.all([keeper.find(() => undefined), keeper.find(() => undefined)]);
  expect(database.reads()).toBe(1);
  time = 1000;
  await Promise.all([keeper.find(() => undefined), keeper.find(() => undefined), keeper.find(() => undefined)]);
  expect(database.reads()).toBe(2);
  time = 5000;
  expect(await keeper.find(() => 'found')).toBe('found');
  expect(database.reads()).toBe(2);
});

test('[wire] notify pgrst reloads the schema', async () => {
  const database = createCounted([]);
  const keeper = createSchemaCache({ database, schemas: ['public'], now: () => 0 });
  await keeper.current();
  database.notify();
  await Promise.all([keeper.current(), keeper.current()]);
  expect(database.reads()).toBe(2);
});

test('[wire] a failed load is repeated at the next request', async () => {
  const database = createCounted(['bad']);
  const keeper = createSchemaCache({ database, schemas: ['public'], now: () => 0 });
  await expect(keeper.find(() => 'found')).rejects.toThrow('away');
  expect(await keeper.find(() => 'found')).toBe('found');
  expect(database.reads()).toBe(2);
});

test.each([
  ['birdz', ['stones', 'birds'], 'birds'],
  ['bird', ['words', 'birds'], 'birds'],
  ['zebra', ['birds'], null],
  ['', ['birds'], null],
  ['x'.repeat(10_000), ['birds'], null],
])('[wire] %s of %j: %s', (wanted, names, expected) => {
  expect(nearestName(wanted, names)).toBe(expected);
});
