/** Function calls on a real Postgres: arguments, overloads, results of every kind, and errors. */
import { afterAll, describe, expect, test } from 'vitest';
import { createRestBench } from '#server/rest/testing/test-rest.ts';
import { ROUTINES } from '#server/rest/testing/sample-tables.ts';

const bench = await createRestBench(ROUTINES, { maxRows: 5 });
afterAll(() => bench.database.close());

describe('results', () => {
  test.each([
    ['/rpc/add', { a: 1, b: 2 }, 3],
    ['/rpc/add', { a: 1 }, 11],
    ['/rpc/hello', {}, 'hello "you"'],
    [
      '/rpc/all_things?select=id,name&id=gt.1&order=id.desc',
      {},
      [
        { id: 3, name: 'three' },
        { id: 2, name: 'two' },
      ],
    ],
    ['/rpc/all_things?limit=1&offset=1&order=id&select=id', {}, [{ id: 2 }]],
    ['/rpc/first_thing', {}, { id: 1, name: 'one' }],
    ['/rpc/numbers', { n: 3 }, [1, 2, 3]],
    ['/rpc/numbers', { n: 100 }, [1, 2, 3, 4, 5]],
    ['/rpc/numbers', { n: 0 }, []],
    ['/rpc/table_of', { n: 7 }, [{ x: 7, y: 'y' }]],
    ['/rpc/outs', { a: 4 }, { b: 8, c: 'c' }],
    ['/rpc/sum_of', { list: [1, 2] }, 3],
    ['/rpc/twice', { a: 2, times: 5 }, 10],
  ])('[wire] POST %s with %j gives %j', async (address, body, expected) => {
    const { status, json } = await bench.ask(address, { body });
    expect([status, json]).toEqual([200, expected]);
  });

  test.each([
    ['/rpc/add?a=1&b=2', 3],
    ['/rpc/sum_of?list={1,2}', 3],
    ['/rpc/all_things?id=eq.1', [{ id: 1, name: 'one' }]],
    ['/rpc/hello', 'hello "you"'],
  ])('[wire] GET %s gives %j', async (address, expected) => {
    const { status, json } = await bench.ask(address);
    expect([status, json]).toEqual([200, expected]);
  });

  test('[wire] a void result is 204, also without a body', async () => {
    const told = await bench.ask('/rpc/nothing_at_all', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect([told.status, told.text, told.headers.get('content-type')]).toEqual([204, '', null]);
  });

  test('[wire] counts rows and returns one object', async () => {
    const counted = await bench.ask('/rpc/all_things?limit=1', { body: {}, headers: { prefer: 'count=exact' } });
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/3']);
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    expect((await bench.ask('/rpc/all_things?id=eq.2', { body: {}, headers })).json).toEqual({ id: 2, name: 'two' });
    expect((await bench.ask('/rpc/all_things', { body: {}, headers })).json).toMatchObject({ code: 'PGRST116' });
    const head = await bench.ask('/rpc/all_things', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([head.status, head.headers.get('content-range'), head.text]).toEqual([200, '0-2/3', '']);
  });

  test('[wire] a function can read the caller and the request', async () => {
    const { json } = await bench.ask('/rpc/who', {
      as: bench.ann,
      body: {},
      headers: { 'x-client-info': 'a client' },
    });
    expect(json).toMatchObject({
      role: 'authenticated',
      claims: { role: 'authenticated' },
      method: 'POST',
      path: '/rpc/who',
      agent: 'a client',
    });
  });
});

describe('refusals', () => {
  test('[wire] writing needs POST', async () => {
    const read = await bench.ask('/rpc/make_thing?id=9&name=nine');
    expect([read.status, read.json]).toEqual([405, expect.objectContaining({ code: '25006' })]);
    const written = await bench.ask('/rpc/make_thing', { body: { id: 9, name: 'nine' } });
    expect(written.json).toEqual({ id: 9, name: 'nine' });
    await bench.database.sql`delete from public.things where id = 9`;
    const put = await bench.ask('/rpc/hello', { method: 'PUT', body: {} });
    expect([put.status, put.json]).toEqual([405, expect.objectContaining({ code: 'PGRST101' })]);
  });

  test("[wire] a missing single object rolls back the function's writes", async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    const outcome = await bench.ask('/rpc/make_thing?name=eq.other', { body: { id: 8, name: 'x' }, headers });
    expect([outcome.status, outcome.json]).toEqual([406, expect.objectContaining({ code: 'PGRST116' })]);
    expect((await bench.ask('/things?id=eq.8')).json).toEqual([]);
  });

  test('[wire] an unknown function, or unknown arguments, is PGRST202', async () => {
    expect((await bench.ask('/rpc/hallo', { body: {} })).json).toEqual({
      code: 'PGRST202',
      details:
        'Searched for the function public.hallo without parameters, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.hello',
      message: 'Could not find the function public.hallo without parameters in the schema cache',
    });
    const told = await bench.ask('/rpc/add', { body: { b: 1, z: 2 } });
    expect([told.status, told.json]).toEqual([
      404,
      expect.objectContaining({
        message: 'Could not find the function public.add(b, z) in the schema cache',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    ]);
    expect((await bench.ask('/rpc/add', { body: {} })).status).toBe(404);
    expect((await bench.ask('/rpc/fires', { body: {} })).status).toBe(404);
    expect((await bench.ask('/rpc/joined', { body: { words: ['a'] } })).status).toBe(404);
    expect((await bench.ask('/rpc/set_config', { body: {} })).status).toBe(404);
  });

  test('[wire] ambiguous overloads are PGRST203', async () => {
    const told = await bench.ask('/rpc/twice', { body: { a: 2 } });
    expect([told.status, told.json]).toEqual([300, expect.objectContaining({ code: 'PGRST203' })]);
  });

  test.each([
    ['PT418', 418],
    ['PT204', 204],
    ['PT9ZZ', 500],
    ['P0001', 400],
    ['23505', 409],
    ['42501', 401],
    ['55P03', 500],
    ['53300', 503],
  ])('[wire] what a function raises as %s is %i', async (code, status) => {
    const told = await bench.ask('/rpc/refuse', { body: { status: code } });
    expect(told.status).toBe(status);
    const said = { code, message: 'as you wish', details: 'why', hint: 'how' };
    expect(told.json).toEqual(status === 204 ? null : said);
  });

  test('[wire] a missing right is 401 for anonymous callers and 403 for users', async () => {
    const anonymous = await bench.ask('/rpc/secret', { body: {} });
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await bench.ask('/rpc/secret', { as: bench.ann, body: {} })).status).toBe(403);
  });

  test.each([
    ['/rpc/add', { a: 'x' }],
    ['/rpc/sum_of?list=x', undefined],
  ])('[wire] arguments of another type in %s are the caller’s mistake', async (address, body) => {
    const told = await bench.ask(address, body === undefined ? {} : { body });
    expect([told.status, told.json]).toEqual([400, expect.objectContaining({ code: '22P02' })]);
  });
});
