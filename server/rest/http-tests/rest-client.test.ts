/** The official client library as a caller. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, describe, expect, test } from 'vitest';
import { openDiaries } from '#server/rest/testing/sample-tables.ts';
import { ANN } from '#server/rest/testing/test-rest.ts';

const bench = await openDiaries();
afterAll(() => bench.database.close());

describe('the official client', () => {
  const client = (token: string): PostgrestClient =>
    new PostgrestClient('http://rest', {
      schema: 'public',
      headers: { apikey: bench.tokens.anonKey, authorization: `Bearer ${token}` },
      fetch: async (url, init) => bench.app.request(new Request(url, init).url.replace('http://rest', ''), init),
    });

  test('[wire] writes, reads, counts and deletes', async () => {
    const mine = client(bench.ann).from('diaries');
    expect(await mine.insert({ id: 10, page: 'ten' })).toMatchObject({ status: 201, error: null, data: null });
    expect(
      await mine
        .insert([
          { id: 11, page: 'eleven' },
          { id: 12, tags: ['a'] },
        ])
        .select('id,page'),
    ).toMatchObject({
      data: [
        { id: 11, page: 'eleven' },
        { id: 12, page: null },
      ],
    });
    expect(await mine.upsert({ id: 12, page: 'twelve' }, { onConflict: 'id' })).toMatchObject({
      status: 200,
      error: null,
    });
    expect(await mine.select('*').eq('id', 12).single()).toMatchObject({
      data: { id: 12, page: 'twelve', tags: ['a'], owner: ANN },
    });
    expect(
      await mine.select('id', { count: 'exact' }).gte('id', 10).order('id', { ascending: false }).range(0, 1),
    ).toMatchObject({
      data: [{ id: 12 }, { id: 11 }],
      count: 3,
      status: 206,
    });
    for (const count of ['planned', 'estimated'] as const) {
      expect(await mine.select('id', { count }).gte('id', 10).limit(1)).toMatchObject({ count: 3, status: 206 });
    }
    expect(await mine.select('*', { count: 'exact', head: true }).in('id', [10, 11])).toMatchObject({
      count: 2,
      data: null,
    });
    expect(await mine.select('id').not('page', 'is', null).neq('id', 12).gt('id', 9).order('id')).toMatchObject({
      data: [{ id: 10 }, { id: 11 }],
    });
    expect(await mine.update({ page: 'x' }).eq('id', 10).select().maybeSingle()).toMatchObject({
      data: { id: 10, page: 'x' },
    });
    expect(await mine.delete({ count: 'exact' }).gte('id', 10)).toMatchObject({ status: 204, count: 3, error: null });
    expect(await mine.select('id').eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null });
  });

  test('[wire] receives errors in the expected shape', async () => {
    const { error } = await client(bench.ann).from('diaries').select('id').single();
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
    expect(await client(bench.ann).from('diary').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    expect(await client(bench.tokens.anonKey).from('diaries').select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    expect(await client(bench.ann).from('diaries').select('id').like('page', 'p%')).toMatchObject({
      status: 400,
      error: { code: 'PGRST100', message: expect.stringContaining('The filter on "page" takes eq,') },
    });
  });

  test('[wire] calls functions', async () => {
    expect(await client(bench.ann).rpc('echo', { word: 'hi' })).toMatchObject({ data: 'hi', error: null });
    expect(await client(bench.ann).rpc('echo', { word: 'hi' }, { get: true })).toMatchObject({
      data: 'hi',
      error: null,
    });
  });
});
