/** Response formats and schemas, on a real Postgres. */
import { afterAll, describe, expect, test } from 'vitest';
import { BIRDS } from '#server/rest/testing/sample-tables.ts';
import { createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(BIRDS);
afterAll(() => bench.database.close());

describe('response formats', () => {
  test('[wire] JSON names its charset, and numbers keep their digits', async () => {
    const { headers, text } = await bench.ask('/birds?select=id,weight&id=eq.1');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(text).toBe('[{"id":1,"weight":18.50}]');
  });

  test('[wire] one object, or PGRST116', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    const one = await bench.ask('/birds?select=id&id=eq.1', { headers });
    expect([one.status, one.json, one.headers.get('content-type')]).toEqual([
      200,
      { id: 1 },
      'application/vnd.pgrst.object+json; charset=utf-8',
    ]);
    const none = await bench.ask('/birds?id=eq.9', { headers });
    expect([none.status, none.json]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ]);
  });

  test.each([
    'application/pdf',
    'text/csv',
    'application/vnd.pgrst.plan+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
  ])('[wire] %s is PGRST107', async (accept) => {
    const { status, json } = await bench.ask('/birds', { headers: { accept } });
    expect([status, json]).toEqual([406, expect.objectContaining({ code: 'PGRST107' })]);
  });

  test('[wire] the root returns an empty description', async () => {
    const { status, json } = await bench.ask('/');
    expect([status, json]).toEqual([200, {}]);
  });
});

describe('schemas', () => {
  test('[wire] a profile chooses another exposed schema', async () => {
    const { json, headers } = await bench.ask('/stones', { headers: { 'accept-profile': 'other' } });
    expect(json).toEqual([{ id: 1, name: 'flint' }]);
    expect(headers.get('content-profile')).toBe('other');
  });

  test.each(['auth', 'pg_catalog', 'other"; drop table birds; --'])('[wire] schema %s is PGRST106', async (schema) => {
    const { status, json } = await bench.ask('/users', { headers: { 'accept-profile': schema } });
    expect([status, json]).toEqual([
      406,
      {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public, other',
        message: `Invalid schema: ${schema}`,
      },
    ]);
  });

  test('[wire] a new table is found without a restart', async () => {
    await bench.database.sql`create table public.later (id int)`;
    await bench.database.sql`grant select on public.later to anon`;
    const ask = async (): Promise<number> => (await bench.ask('/later')).status;
    await expect.poll(ask, { interval: 200 }).toBe(200);
  });
});
