/** Refused writes, with the error codes of PostgREST and Postgres. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTES } from '#server/rest/testing/sample-tables.ts';
import { createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(NOTES);
afterAll(() => bench.database.close());
beforeEach(async () => {
  await bench.database.sql`truncate public.notes, public.mailbox, public.pairs, public.loose, public.deferred`;
});

const rows = (table: string): Promise<readonly unknown[]> =>
  bench.database.sql.unsafe(`select * from public.${table} order by 1, 2`).then((found) => [...found]);
const MERGE = { prefer: 'resolution=merge-duplicates' };

describe('refusals', () => {
  test.each([
    ['not JSON', '{"a":', 'Empty or invalid json'],
    ['nothing', '', 'Empty or invalid json'],
    ['no object in the list', '[1]', 'All object keys must match'],
    ['brackets without end', '['.repeat(10_000), 'The json is nested too deeply'],
  ])('[wire] a body that is %s is PGRST102', async (_, body, message) => {
    const told = await bench.ask('/loose', { body });
    expect([told.status, told.json]).toEqual([400, expect.objectContaining({ code: 'PGRST102', message })]);
  });

  test('[wire] brackets inside strings do not count as nesting', async () => {
    const told = await bench.ask('/loose', { body: { a: 1, b: `\\" ${'['.repeat(5000)}` } });
    expect(told.status).toBe(201);
  });

  test('[wire] another content type is refused', async () => {
    const xml = await bench.ask('/loose', { body: '<a/>', headers: { 'content-type': 'text/xml' } });
    expect([xml.status, xml.json]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST102', message: 'Content-Type not acceptable: text/xml' }),
    ]);
    expect(await rows('loose')).toEqual([]);
  });

  test('[wire] a body that is too large is 413 with a JSON error', async () => {
    const told = await bench.ask('/loose', { body: { b: 'x'.repeat(100_001) } });
    expect([told.status, told.json]).toEqual([413, expect.objectContaining({ code: 'PGRST102' })]);
    expect(await rows('loose')).toEqual([]);
  });

  test('[wire] too many rows are 413, and none is written', async () => {
    const body = (count: number) => Array.from({ length: count }, (_, a) => ({ a }));
    const told = await bench.ask('/loose', { body: body(5001) });
    expect([told.status, told.json]).toEqual([
      413,
      { code: 'PGRST102', details: null, hint: null, message: 'The body is larger than 5000 rows' },
    ]);
    expect(await rows('loose')).toEqual([]);
    expect((await bench.ask('/loose', { body: body(5000) })).status).toBe(201);
  });

  test('[wire] a body without a length is limited, also', async () => {
    const chunk = new TextEncoder().encode(JSON.stringify({ b: 'x'.repeat(60_000) }));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(chunk);
        controller.enqueue(chunk);
        controller.close();
      },
    });
    const headers = { apikey: bench.tokens.anonKey, 'content-type': 'application/json' };
    const response = await bench.app.request('/loose', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'PGRST102' })]);
  });

  test.each([
    ['/loose', { nothing: 1 }],
    ['/loose?columns=nothing', { a: 1 }],
    ['/pairs?on_conflict=nothing', { a: 1, b: 1 }],
  ])('[wire] an unknown column in %s with %j is PGRST204', async (address, body) => {
    const told = await bench.ask(address, { body, headers: MERGE });
    expect([told.status, told.json]).toEqual([400, expect.objectContaining({ code: 'PGRST204' })]);
    expect(told.json).toMatchObject({
      message: expect.stringMatching(/^Could not find the 'nothing' column of '\w+' in the schema cache$/),
    });
  });

  test.each([
    [
      'a key that is taken',
      '/pairs',
      [
        { a: 1, b: 1 },
        { a: 1, b: 1 },
      ],
      409,
      '23505',
    ],
    ['a reference to nothing, found at the commit', '/deferred', { id: 1, parent: 9 }, 409, '23503'],
    ['a null where none may be', '/pairs', { a: null, b: 1 }, 400, '23502'],
    ['a value of another type', '/pairs', { a: 'x', b: 1 }, 400, '22P02'],
    ['a number that is too large', '/pairs', { a: 99_999_999_999, b: 1 }, 400, '22003'],
    ['a null character', '/loose', { b: 'a\0b' }, 400, '22P05'],
    [
      'one row twice in an upsert',
      '/pairs?on_conflict=a,b',
      [
        { a: 1, b: 1 },
        { a: 1, b: 1 },
      ],
      400,
      '21000',
    ],
    ['no constraint for on_conflict', '/pairs?on_conflict=a', { a: 1, b: 1 }, 400, '42P10'],
  ])('[wire] %s is the database’s error', async (...[, address, body, status, code]) => {
    const told = await bench.ask(address, { body, headers: address.includes('?') ? MERGE : {} });
    expect([told.status, told.json]).toEqual([status, expect.objectContaining({ code })]);
    expect(Object.keys(told.json as object).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test('[wire] a text that is too long for its column is refused, not truncated', async () => {
    const told = await bench.ask('/notes', { as: bench.ann, body: { id: 'a', code: 'four' } });
    expect([told.status, told.json]).toEqual([400, expect.objectContaining({ code: '22001' })]);
  });

  test.each(['PUT', 'TRACEY'])('[wire] %s is PGRST117', async (method) => {
    const told = await bench.ask('/loose', { method, body: { a: 1 } });
    expect([told.status, told.json]).toEqual([405, expect.objectContaining({ code: 'PGRST117' })]);
  });
});
