/** Filters of reads, on a real Postgres: every operator, negated and quoted. */
import { afterAll, describe, expect, test } from 'vitest';
import { BIRDS } from '#server/rest/testing/sample-tables.ts';
import { createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(BIRDS, { maxRows: 3 });
afterAll(() => bench.database.close());

const ids = async (query: string): Promise<unknown> => {
  const { status, json } = await bench.ask(`/birds?select=id&order=id&${query}`);
  expect([status === 200 || status === 206, json]).toEqual([true, expect.any(Array)]);
  return (json as { id: number }[]).map(({ id }) => id);
};

describe('filters', () => {
  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=gt.2&id=lt.4', [3]],
    ['id=gte.2&id=lte.3', [2, 3]],
    ['name=eq.Great, "Tit"', [2]],
    ['name=in.("Great, \\"Tit\\"",Robin)', [1, 2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4]],
    ['name=is.null', [4]],
    ['name=not.is.null', [1, 2, 3]],
    ['name=is.not_null', [1, 2, 3]],
    ['is_rare=is.true', [3, 4]],
    ['is_rare=eq.false', [1]],
    ['is_rare=is.unknown', [2]],
    ['seen=gte.2026-01-03', [3]],
    ['weight=gt.18.75', [2, 3]],
    ['"odd.name"=eq.x', [1]],
    ['"odd.name"=in.("back\\\\slash")', [4]],
    ['code=eq.ROB', [1]],
  ])('[wire] %s finds %j', async (query, expected) => {
    const [key = '', ...value] = query.split('=');
    const parts = query.includes('&') ? query : `${encodeURIComponent(key)}=${encodeURIComponent(value.join('='))}`;
    // Only three rows fit: the limit of this bench.
    expect(await ids(parts)).toEqual(expected.slice(0, 3));
  });

  test('[wire] a value of the wrong type is a client error', async () => {
    const { status, json } = await bench.ask('/birds?id=eq.one');
    expect(status).toBe(400);
    expect(json).toEqual({
      code: '22P02',
      details: null,
      hint: null,
      message: 'invalid input syntax for type integer: "one"',
    });
  });

  test.each(['nothing=eq.1', 'select=nothing', 'order=nothing'])(
    '[wire] an unknown column in %s is 42703',
    async (query) => {
      const { status, json } = await bench.ask(`/birds?${query}`);
      expect(status).toBe(400);
      expect(json).toMatchObject({ code: '42703', message: 'column birds.nothing does not exist' });
    },
  );

  test.each([
    'id=1',
    'id=eq',
    'id=foo.1',
    'or=(id.eq.1)',
    'name=like.x',
    'name=imatch.x',
    'colors=cs.{red}',
    'notes=fts.dawn',
    'facts->home=eq.1',
    'order=id.up',
    'select=id,',
    'select=a:b',
    'id=is.maybe',
    'id=in.1,2',
  ])('[wire] %s is PGRST100', async (query) => {
    const { status, json } = await bench.ask(`/birds?${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'PGRST100', details: null, hint: null });
  });
});
