/** Many concurrent requests of one account do not delay other accounts. */
import { afterAll, expect, test } from 'vitest';
import { untilWaiting } from '#server/testing/test-database.ts';
import { createRestBench } from './testing/test-rest.ts';
import { createConcurrencyLimit, defaultConcurrency, type ConcurrencyLimits } from './concurrency-limit.ts';

const bench = await createRestBench(`
    create function public.wait_for_lock() returns int language sql as $$ select 1 from pg_advisory_xact_lock_shared(1) $$;
    create function public.answer() returns int language sql stable as $$ select 42 $$;
  `);
afterAll(() => bench.database.close());

test('[wire] an account that sends many requests does not block other accounts', async () => {
  const { sql } = bench.database;
  const { slow } = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    const asked = Array.from({ length: 24 }, () => bench.ask('/rpc/wait_for_lock', { as: bench.ann, body: {} }));
    // The database has eight connections, and two of Ann's requests run until the lock is released.
    await untilWaiting(sql, 2);
    expect((await bench.ask('/rpc/answer', { as: bench.bob, body: {} })).json).toBe(42);
    return { slow: asked };
  });
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('[wire] a queue that is too long is refused with PostgREST’s message, and operators do not wait', async () => {
  const ask = (as: string) => bench.ask('/rpc/answer', { as, body: {} });
  const told = await Promise.all(Array.from({ length: 150 }, () => ask(bench.ann)));
  const refused = told.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect([refused[0]?.status, refused[0]?.json]).toEqual([
    504,
    {
      code: 'PGRST003',
      details: null,
      hint: null,
      message: 'Timed out acquiring connection from connection pool.',
    },
  ]);
  const operator = bench.tokens.serviceRoleKey;
  const served = await Promise.all(Array.from({ length: 150 }, () => ask(operator)));
  expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask(bench.ann)).status).toBe(200);
});

test('[wire] work that fails frees its slot', async () => {
  const limit = createConcurrencyLimit(limits(1, 0));
  const source = { caller: ann, address: '192.0.2.1', size: 1 };
  const fails = limit.run(source, () => Promise.reject(new Error('failed')));
  expect(await limit.run(source, () => Promise.resolve('never'))).toBeNull();
  await expect(fails).rejects.toThrow('failed');
  expect(await limit.run(source, () => Promise.resolve('done'))).toBe('done');
});

test('[H12] requests with large bodies do not wait together, because they would fill the memory', async () => {
  const most = { concurrent: 1, waiting: 100, size: 10 };
  const limit = createConcurrencyLimit({ caller: most, address: limits(9, 9).address, total: limits(9, 9).total });
  const running = Promise.withResolvers<string>();
  const run = (size: number) => limit.run({ caller: ann, address: '192.0.2.1', size }, () => running.promise);
  const started = [run(20), run(4)];
  expect(await started[1]).toBeNull();
  running.resolve('done');
  expect(await started[0]).toBe('done');
  const allowed = [run(4), run(4), run(2)];
  expect(await run(1)).toBeNull();
  expect(await Promise.all(allowed)).toEqual(['done', 'done', 'done']);
});

const ann = { role: 'authenticated', claims: { sub: 'ann' } };
const limits = (concurrent: number, waiting: number): ConcurrencyLimits => {
  const all = { concurrent, waiting, size: Infinity };
  return { caller: all, address: all, total: all };
};

/** Starts requests that do not end, and returns how many run at the same time. */
async function countConcurrent(chosen: ConcurrencyLimits, sources: readonly (readonly [string, string])[]) {
  const limit = createConcurrencyLimit(chosen);
  let running = 0;
  const work = () => {
    running += 1;
    return new Promise<null>(() => undefined);
  };
  for (const [sub, address] of sources) {
    const caller = sub === '' ? { role: 'anon', claims: {} } : { ...ann, claims: { sub } };
    void limit.run({ caller, address, size: 1 }, work);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  return running;
}

const repeat = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

test('[wire] one account, one address and all callers together have a limited number of database requests', async () => {
  const chosen = defaultConcurrency(10);
  const accounts = Array.from({ length: 30 }, (_, i) => `user ${i}`);
  expect(await countConcurrent(chosen, repeat(30, ['ann', '192.0.2.1']))).toBe(2);
  expect(await countConcurrent(chosen, repeat(30, ['', '192.0.2.1']))).toBe(2);
  expect(
    await countConcurrent(
      chosen,
      accounts.map((sub) => [sub, '192.0.2.1']),
    ),
  ).toBe(4);
  expect(
    await countConcurrent(
      chosen,
      accounts.map((sub) => [sub, '2001:db8::1']),
    ),
  ).toBe(4);
  expect(
    await countConcurrent(
      chosen,
      accounts.map((sub, i) => [sub, `192.0.2.${i}`]),
    ),
  ).toBe(10);
  // A proxy on this machine that is not trusted hides the addresses.
  expect(
    await countConcurrent(
      chosen,
      accounts.map((sub) => [sub, '127.0.0.1']),
    ),
  ).toBe(10);
});

test('[wire] the /56 and the /48 of an IPv6 address are limited, too, to at most half of all requests', async () => {
  const chosen = defaultConcurrency(40);
  const count = (addressOf: (i: string) => string): Promise<number> =>
    countConcurrent(
      chosen,
      Array.from({ length: 60 }, (_, i) => [`user ${i}`, addressOf((i + 16).toString(16))]),
    );
  // One /64 for each user: of one /56, of one /48, and of different networks.
  expect(await count((i) => `2001:db8:1:${i}::1`)).toBe(16);
  expect(await count((i) => `2001:db8:1:${i}00::1`)).toBe(20);
  expect(await count((i) => `2001:db8:${i}::1`)).toBe(40);
});
