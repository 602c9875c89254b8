/** Reads of tables, on a real Postgres: columns, order, ranges, counts, forms of answers. */
import { afterAll, describe, expect, test } from 'vitest';
import { BIRDS } from '#server/rest/testing/sample-tables.ts';
import { createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(BIRDS, { maxRows: 3 });
afterAll(() => bench.database.close());

describe('select', () => {
  test('[wire] selects columns by name, also computed ones', async () => {
    const { json } = await bench.ask('/birds?id=eq.1&select=id,weight,"odd.name",loud');
    expect(json).toEqual([{ id: 1, weight: 18.5, 'odd.name': 'x', loud: 'ROBIN' }]);
  });

  test('[wire] a star selects every column, as does no select', async () => {
    expect((await bench.ask('/birds?id=eq.1&select=*')).json).toMatchObject([{ id: 1, code: 'ROB' }]);
    expect((await bench.ask('/birds?id=eq.1')).json).toMatchObject([{ id: 1, code: 'ROB' }]);
  });

  test('[wire] a GET request cannot write, whatever it calls', async () => {
    const { status, json } = await bench.ask('/birds?select=writes&id=eq.1');
    expect([status, json]).toEqual([405, expect.objectContaining({ code: '25006' })]);
    expect(await bench.database.sql`select * from public.hidden`).toEqual([]);
  });

  test('[wire] views are read like tables', async () => {
    expect((await bench.ask('/rare_birds?select=id&order=id')).json).toEqual([{ id: 3 }, { id: 4 }]);
  });

  test.each([
    ['/birds?select=id,stones(*)', 400, 'PGRST200'],
    ['/birds?select=id,x:stones!hint!inner(id,deep(a))', 400, 'PGRST200'],
    ['/birds?select=...stones(id)', 400, 'PGRST200'],
    ['/birds?stones.id=eq.1', 400, 'PGRST100'],
    ['/birds?order=stones(id)', 400, 'PGRST100'],
    ['/birds?select=label:name', 400, 'PGRST100'],
    ['/birds?select=id::text', 400, 'PGRST100'],
    ['/birds?select=facts->home', 400, 'PGRST100'],
    ['/birds?select=id.sum()', 400, 'PGRST200'],
    ['/bird', 404, 'PGRST205'],
    ['/birds/1', 404, 'PGRST125'],
  ])('[wire] %s answers %i %s', async (address, status, code) => {
    const told = await bench.ask(address);
    expect([told.status, told.json]).toEqual([status, expect.objectContaining({ code })]);
    expect(Object.keys(told.json as object).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test('[wire] an unknown table gets a hint with a similar name', async () => {
    expect((await bench.ask('/birdz')).json).toEqual({
      code: 'PGRST205',
      details: null,
      hint: "Perhaps you meant the table 'public.birds'",
      message: "Could not find the table 'public.birdz' in the schema cache",
    });
  });
});

describe('order and ranges', () => {
  test.each([
    ['order=id.desc', [4, 3, 2]],
    ['order=name.desc.nullslast', [1, 3, 2]],
    ['order=name.asc.nullsfirst', [4, 2, 3]],
    ['order=name.nullsfirst,id', [4, 2, 3]],
    ['order="odd.name".desc.nullslast,id.asc', [2, 1, 4]],
  ])('[wire] %s gives %j', async (query, expected) => {
    const { json } = await bench.ask(`/birds?select=id&${query}`);
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual(expected);
  });

  test("[wire] a read returns at most the server's limit, and the count is still complete", async () => {
    const { status, headers, json } = await bench.ask('/birds?select=id&order=id', {
      headers: { prefer: 'count=exact' },
    });
    expect([status, headers.get('content-range'), (json as unknown[]).length]).toEqual([206, '0-2/4', 3]);
    expect(headers.get('preference-applied')).toBe('count=exact');
  });

  test.each([
    ['/birds?limit=2', {}, 200, '0-1/*'],
    ['/birds?limit=2&offset=3', {}, 200, '3-3/*'],
    ['/birds?limit=0', {}, 200, '*/*'],
    ['/birds?offset=9', {}, 200, '*/*'],
    ['/birds?limit=x', {}, 200, '0-2/*'],
    ['/birds?limit=999999999999999999999', {}, 200, '0-2/*'],
    ['/birds', { range: '1-2', 'range-unit': 'items' }, 200, '1-2/*'],
    ['/birds', { range: '2-' }, 200, '2-3/*'],
    ['/birds?limit=3&offset=1', { range: '2-9' }, 200, '2-3/*'],
    ['/birds', { range: 'nonsense' }, 200, '0-2/*'],
    ['/birds?id=eq.1', { prefer: 'count=exact' }, 200, '0-0/1'],
    ['/birds?id=eq.9', { prefer: 'count=exact' }, 200, '*/0'],
    ['/birds?id=eq.1', { prefer: 'count=planned' }, 200, '0-0/1'],
    ['/birds?limit=1', { prefer: 'count=estimated' }, 206, '0-0/4'],
    ['/birds?id=eq.1', { prefer: 'count=guessed' }, 200, '0-0/*'],
    ['/birds?limit=-1', {}, 416, null],
    ['/birds', { range: '3-1' }, 416, null],
    ['/birds?offset=9', { prefer: 'count=exact' }, 416, null],
  ])('[wire] %s with %j answers %i and %s', async (...[address, headers, status, range]) => {
    const told = await bench.ask(address, { headers });
    expect([told.status, told.headers.get('content-range')]).toEqual([status, range]);
    expect((told.json as { code?: string }).code).toBe(status === 416 ? 'PGRST103' : undefined);
  });

  test('[wire] HEAD returns headers only', async () => {
    const told = await bench.ask('/birds', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([told.status, told.headers.get('content-range'), told.text]).toEqual([206, '0-2/4', '']);
  });
});
