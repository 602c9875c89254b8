/** Updates and deletes on a real Postgres under row level security, and their rollback. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTES } from '#server/rest/testing/sample-tables.ts';
import { BOB, createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(NOTES);
afterAll(() => bench.database.close());
beforeEach(async () => {
  await bench.database.sql`truncate public.notes, public.mailbox, public.pairs, public.loose, public.deferred`;
});

const rows = (table: string): Promise<readonly unknown[]> =>
  bench.database.sql.unsafe(`select * from public.${table} order by 1, 2`).then((found) => [...found]);
const REPRESENTATION = { prefer: 'return=representation' };

describe('update and delete', () => {
  beforeEach(async () => {
    await bench.ask('/notes', {
      as: bench.ann,
      body: [
        { id: 'a', stars: 1 },
        { id: 'b', stars: 2 },
      ],
    });
    await bench.ask('/notes', { as: bench.bob, body: [{ id: 'c', stars: 3 }] });
  });

  test('[wire] an update changes the filtered rows and counts them', async () => {
    const told = await bench.ask('/notes?id=eq.a', {
      as: bench.ann,
      method: 'PATCH',
      body: { stars: 9, tags: { deep: [1] } },
    });
    expect([told.status, told.text, told.headers.get('content-range')]).toEqual([204, '', '0-0/*']);
    expect(told.headers.get('content-type')).toBeNull();
    expect(await rows('notes')).toMatchObject([{ stars: 9, tags: { deep: [1] } }, { stars: 2 }, { stars: 3 }]);
    const none = await bench.ask('/notes?id=eq.zzz', { as: bench.ann, method: 'PATCH', body: { stars: 9 } });
    expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/*']);
  });

  test("[wire] an update without filters reaches only the caller's rows", async () => {
    const told = await bench.ask('/notes?select=id&order=id', {
      as: bench.ann,
      method: 'PATCH',
      body: { stars: 0 },
      headers: { prefer: 'return=representation,count=exact' },
    });
    expect([told.status, told.json, told.headers.get('content-range')]).toEqual([
      200,
      [{ id: 'a' }, { id: 'b' }],
      '0-1/2',
    ]);
    expect(await rows('notes')).toMatchObject([{ stars: 0 }, { stars: 0 }, { owner: BOB, stars: 3 }]);
  });

  test('[wire] an update can set defaults', async () => {
    const told = await bench.ask('/notes?id=eq.a&columns=stars,value&select=stars,value', {
      as: bench.ann,
      method: 'PATCH',
      body: { stars: 8 },
      headers: { prefer: 'missing=default,return=representation' },
    });
    expect([told.status, told.json]).toEqual([200, [{ stars: 8, value: 'v' }]]);
  });

  test('[wire] an empty update changes nothing', async () => {
    expect((await bench.ask('/notes', { as: bench.ann, method: 'PATCH', body: {} })).status).toBe(204);
    const told = await bench.ask('/notes?select=id', {
      as: bench.ann,
      method: 'PATCH',
      body: {},
      headers: REPRESENTATION,
    });
    expect([told.status, told.json]).toEqual([200, []]);
  });

  test('[wire] a delete removes the filtered rows', async () => {
    const told = await bench.ask('/notes?id=in.(a,c)', {
      as: bench.ann,
      method: 'DELETE',
      headers: { prefer: 'count=exact' },
    });
    expect([told.status, told.text, told.headers.get('content-range')]).toEqual([204, '', '*/1']);
    const shown = await bench.ask('/notes?select=id&id=eq.b', {
      as: bench.ann,
      method: 'DELETE',
      headers: REPRESENTATION,
    });
    expect([shown.status, shown.json]).toEqual([200, [{ id: 'b' }]]);
    expect(await rows('notes')).toMatchObject([{ id: 'c' }]);
  });

  test('[wire] PGRST116 rolls back the write', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' };
    const all = await bench.ask('/notes', { as: bench.ann, method: 'DELETE', headers });
    expect([all.status, all.json]).toEqual([406, expect.objectContaining({ details: 'The result contains 2 rows' })]);
    expect(await rows('notes')).toHaveLength(3);
    const one = await bench.ask('/notes?id=eq.a&select=id', { as: bench.ann, method: 'DELETE', headers });
    expect([one.status, one.json]).toEqual([200, { id: 'a' }]);
  });
});
