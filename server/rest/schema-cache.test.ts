/** Reading tables and functions from pg_catalog, when they are read again, and hints about misspelled names. */
import { expect, test, afterAll, beforeAll } from 'vitest';
import postgres from 'postgres';
import type { Database } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { nearestName } from './find-target.ts';
import { createSchemaCache, readSchema } from './schema-cache.ts';

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

let sql: postgres.Sql;
beforeAll(async () => {
  sql = postgres(`${await createTestUrl()}?search_path=other`, { max: 2, onnotice: () => undefined });
  await sql.unsafe(`
    create schema other;
    create type other.mood as enum ('ok', 'not ok');
    create domain other.facts as jsonb;
    create table public.t (
      b int, a int, m other.mood default 'ok', f other.facts, c varchar(3), n int generated always as identity,
      twice int generated always as (b * 2) stored, gone text, primary key (a, b)
    );
    alter table public.t drop column gone;
    create view public.v as select a from public.t;
    create function public.f(a int, m other.mood default 'ok') returns setof public.t
      language sql stable as 'select * from public.t';
    create function public.many(variadic rest text[]) returns int language sql as 'select 1';
    create function public.unnamed(int, b int default 1) returns int language sql as 'select 1';
    create procedure public.p() language sql as 'select 1';
  `);
});
afterAll(() => sql.end());

test('[wire] reads tables and views, with types and defaults that hold with any search path', async () => {
  const { tables } = await readSchema({ sql }, ['public']);
  expect([...tables.keys()]).toEqual(['public']);
  expect([...(tables.get('public')?.keys() ?? [])].toSorted()).toEqual(['t', 'v']);
  const table = tables.get('public')?.get('t');
  expect(table?.primaryKey).toEqual(['a', 'b']);
  expect([...(table?.columns.values() ?? [])]).toEqual([
    { name: 'b', type: 'integer', defaultSql: null },
    { name: 'a', type: 'integer', defaultSql: null },
    { name: 'm', type: 'other.mood', defaultSql: "'ok'::other.mood" },
    { name: 'f', type: 'other.facts', defaultSql: null },
    { name: 'c', type: 'character varying(3)', defaultSql: null },
    { name: 'n', type: 'integer', defaultSql: "pg_catalog.nextval('public.t_n_seq')" },
    { name: 'twice', type: 'integer', defaultSql: null },
  ]);
});

test('[wire] reads functions with their arguments, and leaves out those that cannot be called', async () => {
  const { routines } = await readSchema({ sql }, ['public', 'other']);
  expect([...(routines.get('public')?.keys() ?? [])]).toEqual(['f']);
  expect(routines.get('public')?.get('f')).toEqual([
    {
      schema: 'public',
      name: 'f',
      args: [
        { name: 'a', type: 'pg_catalog.int4', isRequired: true },
        { name: 'm', type: 'other.mood', isRequired: false },
      ],
      isVolatile: false,
      timeout: null,
      returns: 'row',
      returnsSet: true,
    },
  ]);
});
