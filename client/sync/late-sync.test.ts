/** A sync whose code could not be fetched at the start of the page. */
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createLateSync } from './late-sync.ts';
import type { Sync, SyncStatus } from './sync.ts';

const DONE: SyncStatus = { pending: 0, firstSync: null, tray: [] };

/** The code of the sync, which cannot be fetched so many times. */
function setUp(failures: number) {
  const clock = createFakeClock();
  const listeners = new Set<() => void>();
  const real = { retry: vi.fn<Sync['retry']>(), discard: vi.fn<Sync['discard']>(), close: vi.fn<() => void>() };
  let tries = 0;
  const late = createLateSync({
    clock,
    pending: 3,
    start() {
      tries += 1;
      if (tries <= failures) return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
      const onChange = (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
      return Promise.resolve({ ...real, status: () => DONE, onChange });
    },
  });
  const heard = vi.fn<() => void>();
  const stop = late.onChange(heard);
  return {
    late,
    real,
    heard,
    stop,
    tries: () => tries,
    tell: () => listeners.forEach((listener) => listener()),
    pass: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await quiet();
    },
  };
}

test('[Y6] it is tried again every ten seconds, and then all who listen hear the real one', async () => {
  const { late, heard, tries, pass, tell, stop, real } = setUp(2);
  expect(late.status()).toEqual({ pending: 3, firstSync: null, tray: [] });
  expect(late.status()).toBe(late.status());
  await pass(9_999);
  expect(tries()).toBe(0);
  await pass(1);
  await pass(10_000);
  expect([tries(), heard.mock.calls.length]).toEqual([2, 0]);
  await pass(10_000);
  expect([late.status(), heard.mock.calls.length]).toEqual([DONE, 1]);
  tell();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  tell();
  expect(heard).toHaveBeenCalledTimes(2);
  late.retry('a');
  late.discard('b');
  late.close();
  expect([real.retry.mock.calls, real.discard.mock.calls, real.close.mock.calls.length]).toEqual([[['a']], [['b']], 1]);
  await pass(60_000);
  expect(tries()).toBe(3);
});

test('[Y9] a list that was left is not synced by what comes too late', async () => {
  const left = setUp(1);
  left.late.close();
  await left.pass(60_000);
  expect(left.tries()).toBe(0);
  const leaving = setUp(0);
  const passing = leaving.pass(10_000);
  leaving.late.close();
  await passing;
  expect(leaving.real.close).toHaveBeenCalledTimes(1);
});
