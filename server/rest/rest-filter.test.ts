/** Filters of reads, on a real Postgres: every operator, negated, nested, quoted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIRDS } from './testing/birds.ts';
import { createRestBench } from './testing/rest-bench.ts';
import type { RestBench } from './testing/rest-bench.ts';

let bench: RestBench;
beforeAll(async () => {
  bench = await createRestBench(BIRDS, { maxRows: 3 });
});
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
    ['name=like.*o*', [1]],
    ['name=ilike.*OW*', [3]],
    ['name=like(any).{R*,Owl*}', [1, 3]],
    ['name=like(all).{R*,*n}', [1]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['name=match.^R', [1]],
    ['name=imatch.^r', [1]],
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
    ['name=isdistinct.Robin', [2, 3, 4]],
    ['colors=cs.{red}', [1]],
    ['colors=cd.{red,brown,blue}', [1, 3, 4]],
    ['colors=ov.{red,yellow}', [1, 2]],
    ['facts=cs.{"home":{"kind":"nest"}}', [1]],
    ['facts->home->>kind=eq.box', [2]],
    ['facts->eggs->0=eq.8', [2]],
    ['facts->eggs->>-1=eq.5', [1]],
    ['colors->>0=eq.red', [1]],
    ['span=sl.[6,7)', [1]],
    ['span=adj.[9,10)', [2]],
    ['seen=gte.2026-01-03', [3]],
    ['weight=gt.18.75', [2, 3]],
    ['"odd.name"=eq.x', [1]],
    ['"odd.name"=in.("back\\\\slash")', [4]],
    ['code=eq.ROB', [1]],
    ['notes=fts(english).dawn', [1]],
    ['name=plfts(english).owl', [3]],
    ['or=(id.eq.1,and(id.gt.2,id.lt.4))', [1, 3]],
    ['or=(id.eq.1,not.and(id.lt.4,id.gt.0))', [1, 4]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['not.and=(id.gt.1,id.lt.4)', [1, 4]],
    ['and=(name.not.is.null,name.in.("Great, \\"Tit\\"",x),colors.cs.{yellow})', [2]],
    ['or=(name.eq."Great, \\"Tit\\"",id.in.(3,4))', [2, 3, 4]],
  ])('[wire] %s finds %j', async (query, expected) => {
    const [key = '', ...value] = query.split('=');
    const parts = query.includes('&') ? query : `${encodeURIComponent(key)}=${encodeURIComponent(value.join('='))}`;
    // Only three rows fit: the limit of this bench.
    expect(await ids(parts)).toEqual(expected.slice(0, 3));
  });

  test('[wire] a value that is not of its column is the caller’s mistake', async () => {
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
    'or=(id.eq.1',
    'or=id.eq.1',
    'order=id.up',
    'select=id,',
    'select=a:b:c',
    'id=is.maybe',
    'id=in.1,2',
  ])('[wire] %s is PGRST100', async (query) => {
    const { status, json } = await bench.ask(`/birds?${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'PGRST100', message: expect.stringContaining('(line 1, column') });
  });
});
