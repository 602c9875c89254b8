/** One account asks much at once: the others do not wait for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestBench } from './testing/test-rest.ts';
import type { RestBench } from './testing/test-rest.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

let bench: RestBench;
beforeAll(async () => {
  bench = await createRestBench(`
    create function public.rest_a_while() returns int language sql as $$ select 1 from pg_sleep(0.2) $$;
    create function public.answer() returns int language sql stable as $$ select 42 $$;
  `);
});
afterAll(() => bench.database.close());

test('[wire] an account that sends many requests does not block other accounts', async () => {
  let done = 0;
  const slow = Array.from({ length: 24 }, async () => {
    const told = await bench.ask('/rpc/rest_a_while', { as: bench.ann, body: {} });
    done += 1;
    return told.status;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await bench.ask('/rpc/answer', { as: bench.bob, body: {} })).json).toBe(42);
  // The database has eight connections; Ann has not had more than her first few answers.
  expect(done).toBeLessThanOrEqual(4);
  expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
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
  const limit = createConcurrencyLimit({ concurrent: 1, waiting: 0 });
  const ann = { role: 'authenticated', claims: { sub: 'ann' } };
  const fails = limit.run(ann, () => Promise.reject(new Error('failed')));
  expect(await limit.run(ann, () => Promise.resolve('never'))).toBeNull();
  await expect(fails).rejects.toThrow('failed');
  expect(await limit.run(ann, () => Promise.resolve('done'))).toBe('done');
});
