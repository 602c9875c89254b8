/** Rate limits hold across processes and expire, and subjects are stored as hashes. */
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createRateLimit } from './rate-limit.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

let time = Date.UTC(2026, 10, 21);
const now = (): number => time;
const limits = createRateLimit({ sql: database.sql, now });
const rule = { name: 'knock', limit: 3, windowSeconds: 60 };

test('[wire] tries above the limit are refused until the window ends', async () => {
  for (let i = 0; i < 3; i += 1) expect(await limits.consume(rule, 'ann')).toEqual({ ok: true, value: null });
  time += 20_500;
  expect(await limits.consume(rule, 'ann')).toEqual({ ok: false, failure: { type: 'too-many-tries', retryAfter: 40 } });
  expect(await limits.consume(rule, 'bob')).toMatchObject({ ok: true });
  time += 39_500;
  expect(await limits.consume(rule, 'ann')).toMatchObject({ ok: true });
});

test('[wire] concurrent tries in two processes count together', async () => {
  const other = createRateLimit({ sql: database.sql, now });
  const tries = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? limits : other).consume(rule, 'crowd'));
  const passed = (await Promise.all(tries)).filter(({ ok }) => ok);
  expect(passed).toHaveLength(3);
});

test('[wire] a limit of 0 turns a rule off', async () => {
  for (let i = 0; i < 5; i += 1)
    expect(await limits.consume({ ...rule, limit: 0 }, 'free')).toMatchObject({ ok: true });
});

test('[wire] a reset affects only its subject and rule', async () => {
  const strict = { ...rule, name: 'strict', limit: 1 };
  await limits.consume(strict, 'ann');
  await limits.consume(strict, 'bob');
  await limits.reset(strict, 'ann');
  expect(await limits.consume(strict, 'ann')).toMatchObject({ ok: true });
  expect(await limits.consume(strict, 'bob')).toMatchObject({ ok: false });
});

test('[wire] a window that began while the clock was ahead ends when the clock is corrected', async () => {
  for (let i = 0; i < 4; i += 1) await limits.consume(rule, 'early');
  time -= 50_000;
  expect(await limits.check(rule, 'early')).toMatchObject({ ok: false });
  expect(await limits.consume(rule, 'early')).toMatchObject({ ok: false });
  time -= 3_600_000;
  expect(await limits.check(rule, 'early')).toMatchObject({ ok: true });
  expect(await limits.consume(rule, 'early')).toMatchObject({ ok: true });
  time += 3_650_000;
});

test('[wire] the database stores no subjects, and old windows are deleted', async () => {
  await limits.consume(rule, 'readable@example.org');
  const before = await database.sql<{ key: string }[]>`select key from auth.rate_limits`;
  expect(before.length).toBeGreaterThan(3);
  expect(JSON.stringify(before)).not.toContain('readable');
  time += 11 * 60_000;
  await limits.consume(rule, 'late');
  expect(await database.sql`select count(*)::int as count from auth.rate_limits`).toEqual([{ count: 1 }]);
});
