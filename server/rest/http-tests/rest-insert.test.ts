/** Inserts and upserts, on a real Postgres under row level security. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTES } from '#server/rest/testing/sample-tables.ts';
import { ANN, createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(NOTES);
afterAll(() => bench.database.close());
beforeEach(async () => {
  await bench.database.sql`truncate public.notes, public.mailbox, public.pairs, public.loose, public.deferred`;
});

const rows = (table: string): Promise<readonly unknown[]> =>
  bench.database.sql.unsafe(`select * from public.${table} order by 1, 2`).then((found) => [...found]);
const REPRESENTATION = { prefer: 'return=representation' };
const MERGE = { prefer: 'resolution=merge-duplicates' };

describe('insert', () => {
  test('[wire] inserts one row and returns nothing', async () => {
    const { ann } = bench;
    const told = await bench.ask('/notes', {
      as: ann,
      body: { id: 'a', body: 'x' },
      headers: { 'content-profile': 'public' },
    });
    expect([told.status, told.text, told.headers.get('content-range')]).toEqual([201, '', '*/*']);
    expect([told.headers.get('content-type'), told.headers.get('location')]).toEqual([null, null]);
    expect(await rows('notes')).toMatchObject([{ id: 'a', body: 'x', owner: ANN, stars: 3 }]);
  });

  test('[wire] inserts many rows, with return=representation and a select', async () => {
    const told = await bench.ask('/notes?select=id,stars&order=id.desc', {
      as: bench.ann,
      body: [{ id: 'a' }, { id: 'b' }],
      headers: { prefer: 'return=representation,count=exact' },
    });
    expect([told.status, told.json]).toEqual([
      201,
      [
        { id: 'b', stars: 3 },
        { id: 'a', stars: 3 },
      ],
    ]);
    expect(told.headers.get('content-range')).toBe('*/2');
    expect(told.headers.get('preference-applied')).toBe('return=representation, count=exact');
  });

  test('[wire] a missing column is null, or its default if preferred', async () => {
    const body = [{ a: 1, b: 'x' }, { a: 2 }];
    await bench.ask('/loose?columns="a","b"', { body });
    expect(await rows('loose')).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: null },
    ]);
    const told = await bench.ask('/loose?columns=a,b', { body: [{ a: 3 }], headers: { prefer: 'missing=default' } });
    expect(told.headers.get('preference-applied')).toBe('missing=default');
    expect(await rows('loose')).toContainEqual({ a: 3, b: 'd' });
  });

  test('[wire] without the parameter columns, rows must have the same keys', async () => {
    const told = await bench.ask('/loose', { body: [{ a: 1 }, { b: 'x' }] });
    expect([told.status, told.json]).toEqual([
      400,
      { code: 'PGRST102', details: null, hint: null, message: 'All object keys must match' },
    ]);
  });

  test('[wire] rows without keys take all defaults', async () => {
    expect((await bench.ask('/mailbox', { body: {} })).status).toBe(201);
    expect((await bench.ask('/mailbox', { body: [{}, {}] })).status).toBe(201);
    expect(await rows('mailbox')).toHaveLength(3);
    expect(
      (await bench.ask('/mailbox?columns=id,body', { body: [{}], headers: { prefer: 'missing=default' } })).status,
    ).toBe(201);
    expect(await rows('mailbox')).toHaveLength(4);
  });

  test('[wire] an empty array is 200', async () => {
    const told = await bench.ask('/notes', { as: bench.ann, body: [], headers: REPRESENTATION });
    expect([told.status, told.json]).toEqual([200, []]);
  });

  test('[wire] an insert without return needs no right to read', async () => {
    expect((await bench.ask('/mailbox', { body: { body: 'x' } })).status).toBe(201);
    expect((await bench.ask('/mailbox', { body: { body: 'x' }, headers: REPRESENTATION })).status).toBe(401);
    expect(await rows('mailbox')).toHaveLength(1);
  });

  test('[wire] names may have quotes, commas, and letters of any script', async () => {
    const address = `/${encodeURIComponent('odd "table"')}`;
    const body = { 'a "b" c': 7, 'é,(x)': 'ok' };
    const told = await bench.ask(`${address}?columns=${encodeURIComponent('"a \\"b\\" c","é,(x)"')}`, {
      body,
      headers: REPRESENTATION,
    });
    expect([told.status, told.json]).toEqual([201, [body]]);
    const found = await bench.ask(
      `${address}?${encodeURIComponent('"é,(x)"')}=eq.ok&select=${encodeURIComponent('"a \\"b\\" c"')}`,
    );
    expect(found.json).toEqual([{ 'a "b" c': 7 }]);
  });
});

describe('upsert', () => {
  test('[wire] 201 if a row is new, 200 if none is, and both apply merge-duplicates', async () => {
    const first = await bench.ask('/notes?on_conflict=id', {
      as: bench.ann,
      body: { id: 'a', body: 'x' },
      headers: MERGE,
    });
    const second = await bench.ask('/notes?on_conflict=id', {
      as: bench.ann,
      body: { id: 'a', body: 'y' },
      headers: MERGE,
    });
    const mixed = await bench.ask('/notes?on_conflict=id', {
      as: bench.ann,
      body: [
        { id: 'a', body: 'z' },
        { id: 'b', body: 'z' },
      ],
      headers: MERGE,
    });
    const none = await bench.ask('/notes?on_conflict=id', { as: bench.ann, body: [], headers: MERGE });
    expect([first.status, second.status, mixed.status, none.status]).toEqual([201, 200, 201, 200]);
    expect(first.headers.get('preference-applied')).toBe('resolution=merge-duplicates');
  });

  test('[wire] an upsert sets only the columns of the payload', async () => {
    await bench.ask('/notes', { as: bench.ann, body: { id: 'a', body: 'x', stars: 5 } });
    await bench.ask('/notes?on_conflict=id', { as: bench.ann, body: { id: 'a', body: 'y' }, headers: MERGE });
    expect(await rows('notes')).toMatchObject([{ id: 'a', body: 'y', stars: 5 }]);
  });

  test('[wire] ignore-duplicates leaves existing rows and returns only new ones', async () => {
    await bench.ask('/notes', { as: bench.ann, body: { id: 'a', body: 'x' } });
    const told = await bench.ask('/notes?select=id', {
      as: bench.ann,
      body: [
        { id: 'a', body: 'y' },
        { id: 'b', body: 'y' },
      ],
      headers: { prefer: 'resolution=ignore-duplicates, return=representation' },
    });
    expect([told.status, told.json]).toEqual([201, [{ id: 'b' }]]);
    expect(await rows('notes')).toMatchObject([{ body: 'x' }, { body: 'y' }]);
  });

  test('[wire] on_conflict defaults to the primary key, and without a key the preference is not applied', async () => {
    await bench.ask('/pairs', { body: { a: 1, b: 1, c: 'x' }, headers: MERGE });
    expect((await bench.ask('/pairs', { body: { a: 1, b: 1, c: 'y' }, headers: MERGE })).status).toBe(200);
    expect((await bench.ask('/pairs?on_conflict=c', { body: { a: 5, b: 6, c: 'y' }, headers: MERGE })).status).toBe(
      200,
    );
    expect(await rows('pairs')).toEqual([{ a: 5, b: 6, c: 'y' }]);
    const told = await bench.ask('/loose', { body: { a: 1 }, headers: MERGE });
    expect(told.headers.get('preference-applied')).toBeNull();
  });

  test('[wire] a user cannot overwrite another user’s row', async () => {
    await bench.ask('/notes', { as: bench.ann, body: { id: 'a', body: 'x' } });
    const told = await bench.ask('/notes?on_conflict=id', {
      as: bench.bob,
      body: { id: 'a', body: 'y' },
      headers: MERGE,
    });
    expect([told.status, told.json]).toEqual([403, expect.objectContaining({ code: '42501' })]);
    expect(await rows('notes')).toMatchObject([{ owner: ANN, body: 'x' }]);
  });
});
