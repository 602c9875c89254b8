/** The sync lock: one tab at a time, and a frozen tab does not starve the others. */
import { afterEach, expect, test, vi } from 'vitest';
import { createSyncLock } from './tabs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Work that the test ends. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const log: string[] = [];
  return {
    log,
    end: resolve,
    run: async () => {
      log.push('begins');
      await promise;
      log.push('ends');
    },
  };
}

test('[Y8] one tab works at a time', async () => {
  const [first, second] = [createWork(), createWork()];
  const tabs = [createSyncLock('one-at-a-time'), createSyncLock('one-at-a-time')] as const;
  const done = [tabs[0].run(first.run), tabs[1].run(second.run)];
  await vi.waitFor(() => expect(first.log).toEqual(['begins']));
  expect(second.log).toEqual([]);
  first.end();
  await vi.waitFor(() => expect(second.log).toEqual(['begins']));
  second.end();
  await Promise.all(done);
});

test('[Y8] a tab that holds the lock too long loses it, and its work still runs to its end', async () => {
  const [frozen, other] = [createWork(), createWork()];
  const held = createSyncLock('frozen').run(frozen.run);
  await vi.waitFor(() => expect(frozen.log).toEqual(['begins']));
  const taken = createSyncLock('frozen', 50).run(other.run);
  await vi.waitFor(() => expect(other.log).toEqual(['begins']));
  other.end();
  await taken;
  frozen.end();
  await held;
  expect(frozen.log).toEqual(['begins', 'ends']);
});

test('[Y8] a frozen tab delays the others for at most half a minute', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  const work = createWork();
  work.end();
  await createSyncLock('half-a-minute').run(work.run);
  expect(limit.mock.calls).toEqual([[30_000]]);
});

test('[Y8] accounts do not wait for each other', async () => {
  const work = createWork();
  const held = createSyncLock('ann').run(work.run);
  const other = createWork();
  other.end();
  await createSyncLock('bob').run(other.run);
  expect([work.log, other.log]).toEqual([['begins'], ['begins', 'ends']]);
  work.end();
  await held;
});

test('[Y8] a browser without locks works without them', async () => {
  vi.stubGlobal('navigator', {});
  const work = createWork();
  work.end();
  await createSyncLock('alone').run(work.run);
  expect(work.log).toEqual(['begins', 'ends']);
});
