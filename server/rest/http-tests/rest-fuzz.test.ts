/** Requests of every shape against a real Postgres: each is answered in PostgREST's own form, and none breaks the server. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createRestBench } from '#server/rest/testing/test-rest.ts';

const SCHEMA = `
  create table public.odds (id int primary key default 1, "a b" text default 'x', data jsonb, list int[], at timestamptz, ok boolean, bytes bytea);
  grant select, insert, update, delete on public.odds to anon;
  create function public.f(id int default 1, variadic list int[] default '{}') returns setof public.odds language sql stable as $$ select * from public.odds $$;
`;

const bench = await createRestBench(SCHEMA);
afterAll(() => bench.database.close());

const column = fc.constantFrom(
  'id',
  '"a b"',
  'a b',
  'data',
  'data->x',
  'data->>0',
  'data->-1->y',
  'list',
  'list->0',
  'at',
  'ok',
  'bytes',
  'none',
  'odds',
  '*',
);
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts(english)',
  'eq(any)',
  'not.in',
  'not.is',
);
const value = fc.oneof(
  fc.constantFrom(
    '1',
    'x',
    'null',
    'true',
    '(1,2)',
    '("a",b)',
    '{1,2}',
    '{"x":1}',
    '[1,2)',
    '',
    '\\',
    '*',
    "'",
    '2026-01-01',
    '()',
    '\u{1f600}',
    '[',
    '(',
    '-1',
  ),
  fc.string({ unit: 'grapheme' }),
);
const condition = fc.tuple(operator, value).map((parts) => parts.join('.'));
const leaf = fc.tuple(column, condition).map((parts) => parts.join('.'));
const parameter = fc.oneof(
  fc.tuple(column, condition),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or'),
    fc.array(leaf, { maxLength: 3 }).map((leaves) => `(${leaves.join(',')})`),
  ),
  fc.tuple(
    fc.constant('select'),
    fc
      .array(
        fc.oneof(
          column,
          column.map((name) => `x:${name}::text`),
        ),
        { maxLength: 4 },
      )
      .map((names) => names.join(',')),
  ),
  fc.tuple(
    fc.constant('order'),
    fc.tuple(column, fc.constantFrom('', '.asc', '.desc.nullslast')).map((parts) => parts.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset', 'columns', 'on_conflict', 'id', 'list'), fc.oneof(column, value)),
);
const row = fc.dictionary(
  fc.constantFrom('id', 'a b', 'data', 'list', 'at', 'ok', 'bytes', 'none', '__proto__'),
  fc.oneof(value, fc.jsonValue({ maxDepth: 2 })),
);
const prefer = fc.subarray([
  'return=representation',
  'return=headers-only',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'count=exact',
  'count=planned',
  'count=estimated',
  'handling=strict',
  'max-affected=1',
  'timezone=UTC',
]);
const accept = fc.constantFrom(
  '*/*',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
);

test('[wire] every request gets one of PostgREST’s responses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        path: fc.constantFrom('/odds', '/odds', '/odds', '/rpc/f', '/rpc/f', '/rpc/g', '/odd'),
        method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
        params: fc.array(parameter, { maxLength: 4 }),
        body: fc.oneof(row, fc.array(row, { maxLength: 3 }), value),
        headers: fc.record({ prefer: prefer.map((words) => words.join(', ')), accept }),
      }),
      async ({ path, method, params, body, headers }) => {
        const pairs = params.map(([name, text]): [string, string] => [name, text]);
        const address = `${path}?${new URLSearchParams(pairs).toString()}`;
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const told = await bench.ask(address, { method, headers, ...(hasBody ? { body } : {}) });
        expect([method, address, told.status >= 500 ? told.text : 'answered']).toEqual([method, address, 'answered']);
        const isRefusal = told.status >= 400 && method !== 'HEAD';
        expect(isRefusal ? Object.keys(told.json as object) : ['code', 'details', 'hint', 'message']).toEqual([
          'code',
          'details',
          'hint',
          'message',
        ]);
      },
    ),
    { numRuns: 1000 },
  );
});
