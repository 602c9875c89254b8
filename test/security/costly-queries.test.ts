/** Questions that are made to cost much: the database gives them up, and its connection is free again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/database/database.ts';
import { BIRDS } from '#server/rest/testing/birds.ts';
import { createRestBench } from '#server/rest/testing/rest-bench.ts';
import type { RestBench } from '#server/rest/testing/rest-bench.ts';

let bench: RestBench;
beforeAll(async () => {
  bench = await createRestBench(BIRDS);
  await bench.database.sql`update public.birds set name = ${`${'a'.repeat(401)}z`} where id = 1`;
});
afterAll(() => bench.database.close());

/** It refers back to what it has found: the engine tries every way to cut the text in four (fourth power of its length). */
const COSTLY = encodeURIComponent(String.raw`^(a+)(a+)(a+)(a+)\4\3\2\1z$`);

test('[wire] an expression that would run for minutes ends after three seconds for a stranger', async () => {
  const begun = performance.now();
  const asked = ['match', 'imatch'].map((operator) => bench.ask(`/birds?name=${operator}.${COSTLY}`));
  for (const told of await Promise.all(asked)) {
    expect([told.status, told.json]).toMatchObject([500, { code: '57014' }]);
  }
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect((await bench.ask('/birds?id=eq.1')).status).toBe(200);
});

test('[wire] a LIKE that is made to be slow is not', async () => {
  const begun = performance.now();
  for (const operator of ['like', 'ilike']) {
    expect((await bench.ask(`/birds?name=${operator}.${'*a'.repeat(300)}*b`)).json).toEqual([]);
  }
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test.each([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '15s'],
])('[wire] a statement of %s may take %s, and an open transaction that does nothing is ended', async (role, most) => {
  const caller: Caller = { role, claims: {} };
  const request = { method: 'GET', path: '/', headers: {} };
  const [found] = await bench.database.runAs(
    { caller, request, readOnly: true },
    (tx) => tx`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(found).toEqual({ statement: most, idle: '15s' });
  // The next to use the connection has its own limit.
  const [after] = await bench.database.sql`select current_setting('statement_timeout') as statement`;
  expect(after).toEqual({ statement: '15s' });
});
