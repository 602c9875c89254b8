/** Short writes in one message: what a connection keeps of their statements, and who is asked along. */
import { afterAll, expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { connectCallers } from './callers.ts';
import { connectDatabase } from './connect-database.ts';
import type { Ask, CallerRequest } from './database.ts';
import { runWrites } from './run-writes.ts';
import type { ShortWrite } from './run-writes.ts';

const url = await createTestUrl();
const database = await connectDatabase({ url, poolSize: 2 });
// One connection: each test meets what the one before has left of it.
const callers = connectCallers(url, 1);
afterAll(() => Promise.all([callers.close(), database.close()]));

const [user] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
const account = user?.id ?? '';
const as = (claims: Readonly<Record<string, unknown>>): CallerRequest => ({
  caller: { role: 'authenticated', claims },
  request: { method: 'POST', path: '/grocery_items', headers: {} },
});
const ann = as({ sub: account });

const PUT = `insert into public.grocery_items (id, name) values ($1, $2)
  on conflict (id) do update set name = excluded.name returning id`;
const put = (id: string, isPrepared = true, text = PUT): ShortWrite => ({
  wanted: ann,
  statement: { text, values: text === PUT ? [id, `It's \\ ${id}`] : [], isPrepared },
});

const run = (writes: readonly ShortWrite[], asks: readonly Ask[] = []) =>
  callers.lend((sql, kept) => runWrites(sql, kept, { writes, asks }));

/** What was prepared in SQL, as all statements of run-writes.ts are. */
const prepared = () =>
  callers.lend(async (sql) => {
    const rows = await sql<
      { statement: string }[]
    >`select statement from pg_prepared_statements where from_sql order by name`;
    return rows.map(({ statement }) => statement);
  });

test('[arch-5] values come through as they are, and a statement is prepared once for all of them', async () => {
  await run([put('tea'), put('milk')]);
  await run([put('milk')]);
  const rows = await database.sql<{ name: string }[]>`select name from public.grocery_items order by id`;
  expect(rows.map(({ name }) => name)).toEqual([`It's \\ milk`, `It's \\ tea`]);
  expect(await prepared()).toHaveLength(1);
});

test('[arch-5] what nobody will want again is not kept, and neither is what failed', async () => {
  await run([put('tea', false, 'select 1 as one')]);
  expect(await prepared()).toHaveLength(1);
  const wrong = put('x', true, 'insert into public.sync_state default values returning 1 as one');
  await expect(run([put('lost'), wrong])).rejects.toMatchObject({ code: '42501' });
  await run([put('tea')]);
  expect(await prepared()).toHaveLength(1);
  expect(await database.sql`select from public.grocery_items where id = 'lost'`).toHaveLength(0);
});

test('[arch-5] a connection that was lost is prepared anew', async () => {
  const [backend] = await callers.lend((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`);
  await database.sql`select pg_terminate_backend(${backend?.pid ?? 0})`;
  // Whether the loss is known by then is a matter of luck.
  await Promise.allSettled([run([put('tea')]), run([put('tea')])]);
  expect(await run([put('tea')])).toMatchObject([{ row: { id: 'tea' } }]);
});

const ask = (key: string, claims: Readonly<Record<string, unknown>>, where = 'true'): Ask => ({
  key,
  wanted: as(claims),
  statement: {
    text: `select coalesce(json_agg(e.place), '[]') as places from json_array_elements($1::json) with ordinality e(row, place)
      join public.grocery_items t on t.id = e.row ->> 'id' where ${where}`,
    values: [],
    isPrepared: true,
  },
  of: { schema: 'public', table: 'grocery_items' },
});

test('[Y9] who is asked along answers as himself: an owner sees the row, a stranger does not', async () => {
  const [other] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const [written] = await run([put('tea')], [ask('owner', { sub: account }), ask('stranger', { sub: other?.id })]);
  const [sight] = [...(written?.sights.values() ?? [])];
  expect(sight).toEqual(
    new Map([
      ['owner', true],
      ['stranger', false],
    ]),
  );
});

test('[Y6] a write does not fail of who listens: whoever cannot be asked has no answer', async () => {
  const ended = { sub: account, session_id: '00000000-0000-4000-8000-000000000000' };
  const asks = [
    ask('ended', ended),
    ask('broken', { sub: account }, '1 / (length(t.id) - 3) > 0'),
    ask('owner', { sub: account }),
  ];
  for (const round of [1, 2]) {
    const [written] = await run([put('tea')], asks);
    expect([round, written?.row]).toEqual([round, { id: 'tea' }]);
    expect([...(written?.sights.values() ?? [])]).toEqual([new Map([['owner', true]])]);
  }
});
