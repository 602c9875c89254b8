/** Statements that are made to cost much: the database gives them up, and its connection is free again. */
import { afterAll, expect, test, vi } from 'vitest';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';
import { withTimeout } from '#server/metrics/watch-database.ts';
import type { Caller, TransactionSql } from '#server/database/database.ts';
import { BIRDS } from '#server/rest/testing/sample-tables.ts';
import { ANN, createRestBench } from '#server/rest/testing/test-rest.ts';

const bench = await createRestBench(BIRDS);
await bench.database.sql`create function public.sleep() returns void language sql as 'select pg_sleep(60)'`;
afterAll(() => bench.database.close());

test('[wire] a statement that would run for a minute is cancelled for anonymous callers', async () => {
  const begun = performance.now();
  for (const answer of await Promise.all([1, 2].map(() => bench.ask('/rpc/sleep', { body: {} })))) {
    expect([answer.status, answer.json]).toMatchObject([500, { code: '57014' }]);
  }
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect((await bench.ask('/birds?id=eq.1')).status).toBe(200);
});

test.each([
  ['anon', true, '2s'],
  ['authenticated', true, '2s'],
  ['authenticated', false, '5s'],
  ['service_role', false, '15s'],
])(
  '[wire] a statement of %s (read-only: %s) may take %s, and an idle transaction is ended',
  async (role, readOnly, most) => {
    const caller: Caller = { role, claims: {} };
    const request = { method: 'GET', path: '/', headers: {} };
    const [found] = await bench.database.runAs(
      { caller, request, readOnly },
      (tx) => tx`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(found).toEqual({ statement: most, idle: '15s' });
    // The next to use the connection has its own limit.
    const [after] = await bench.database.sql`select current_setting('statement_timeout') as statement`;
    expect(after).toEqual({ statement: '15s' });
  },
);

test('[wire] a function can set its own limit, in place of that of its caller', async () => {
  await bench.database.sql`create function public.nap(seconds float8) returns void language sql stable
    set statement_timeout = '4s' as 'select pg_sleep(seconds)'`;
  expect(await bench.ask('/rpc/nap', { as: bench.ann, body: { seconds: 2.5 } })).toMatchObject({ status: 204 });
  expect(await bench.ask('/rpc/nap', { as: bench.ann, body: { seconds: 30 } })).toMatchObject({
    status: 500,
    json: { code: '57014' },
  });
});

test.each([
  ['40P01', 3, 204],
  ['40P01', 4, 500],
  ['40001', 3, 204],
  ['23505', 2, 409],
])('[wire] a transaction that ends with %s until try %s is answered with %s', async (code, success, status) => {
  // A rollback keeps the value of a sequence.
  await bench.database.sql.unsafe(`
    create or replace function public.collide() returns void language plpgsql as $$
    begin
      if nextval('public.tries') < ${success} then raise exception using errcode = '${code}'; end if;
    end $$;
    drop sequence if exists public.tries;
    create sequence public.tries;
    grant usage on sequence public.tries to authenticated`);
  expect(await bench.ask('/rpc/collide', { as: bench.ann, body: {} })).toMatchObject({ status });
});

test('[wire] slow requests of other callers do not delay authentication or /health', async () => {
  const { database, tokens } = bench;
  let ended = 0;
  const slow = Array.from({ length: 25 }, async (_, i) => {
    const claims = { sub: `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}` };
    const caller: Caller = { role: 'authenticated', claims };
    const request = { method: 'POST', path: '/', headers: {} };
    await database
      .runAs({ caller, request, readOnly: true, timeout: 15_000 }, (tx) => tx`select pg_sleep(60)`)
      .catch(() => undefined);
    ended += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const auth = await createTestAuth({}, { database, tokens });
  expect(await withTimeout(database.sql`select 1`)).not.toBeNull();
  await auth.join();
  expect(ended).toBe(0);
  // The last five wait for a connection, and sleep as soon as one is free.
  await vi.waitFor(async () => {
    await database.sql`select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'`;
    expect(ended).toBe(slow.length);
  });
});

test('[H12] rows with ids of the own list are written without a look at the other lists', async () => {
  await bench.database.sql`insert into auth.users (id) values (${ANN})`;
  const caller: Caller = { role: 'authenticated', claims: { sub: ANN } };
  const request = { method: 'POST', path: '/', headers: {} };
  const countScans = async (tx: TransactionSql): Promise<number> => {
    const [found] = await tx<{ scans: number }[]>`select (seq_scan + idx_scan)::int as scans
      from pg_stat_xact_user_tables where schemaname = 'public' and relname = 'lists'`;
    return found?.scans ?? 0;
  };
  /** Writes rows as the default list has them, and counts how often the table of lists is read. */
  const write = (count: number) =>
    bench.database.runAs({ caller, request, readOnly: false }, async (tx) => {
      const before = await countScans(tx);
      await tx`insert into grocery_items (id, name) select nth || ${`-${ANN}`}, 'Milk' from generate_series(1, ${count}::int) nth
        on conflict (id) do update set checked = true`;
      return (await countScans(tx)) - before;
    });
  // The foreign key of a new row reads it as well.
  await write(100);
  const scans = await write(1);
  expect(scans).toBeGreaterThan(0);
  expect(await write(100)).toBe(scans);
});
