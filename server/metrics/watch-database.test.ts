/** How often requests of /health ask the database, and how soon they notice that it is away or back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { createProblems } from '#server/log/problems.ts';
import { watchDatabase } from './watch-database.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const watch = () => {
  const query = vi.fn<() => Promise<unknown>>().mockResolvedValue([{ start: 'this morning' }]);
  const problems = createProblems({ write: () => undefined }, Date.now);
  // Only the tag of a query is used.
  return { query, ...watchDatabase({ sql: query as unknown as Sql, dataFolder: null, problems }) };
};

test('[wire] however many requests ask for the health, the database is asked once a second', async () => {
  const { query, check } = watch();
  const ask = () => Promise.all(Array.from({ length: 1000 }, check));
  expect(new Set(await ask())).toEqual(new Set([true]));
  await vi.advanceTimersByTimeAsync(990);
  await ask();
  expect(query).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10);
  await ask();
  expect(query).toHaveBeenCalledTimes(2);
});

test('[Y6] the health shows within a second that the database is away, and that it is back', async () => {
  const { query, check } = watch();
  expect(await check()).toBe(true);
  query.mockRejectedValue(new Error('away'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await check()).toBe(false);
  query.mockResolvedValue([{ start: 'this morning' }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await check()).toBe(true);
});

test('[wire] requests wait for the check that runs, and ask nothing of a database that does not respond', async () => {
  const { query, check } = watch();
  const answer = Promise.withResolvers<unknown>();
  query.mockReturnValue(answer.promise);
  const first = check();
  await vi.advanceTimersByTimeAsync(1500);
  const second = check();
  answer.resolve([{ start: 'this morning' }]);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(query).toHaveBeenCalledTimes(1);
});
