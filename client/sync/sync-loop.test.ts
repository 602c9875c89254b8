/** The loop over sync cycles: what happens to each list after each result. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { NO_LOCK } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import type { SyncLock } from '#client/ports/storage.ts';
import type { CycleResult } from './sync-cycle.ts';
import { createSyncLoop, type DueList } from './sync-loop.ts';

const DONE: CycleResult = { type: 'done', tables: [] };
const retry = (retryAfterMs: number | null = null): CycleResult => ({ type: 'retry', tables: ['items'], retryAfterMs });

type Answer = CycleResult | Error;

/** A loop whose cycles end with these results, and then with `done`. */
function setUp(answers: Readonly<Record<string, Answer[]>>, { clock = createFakeClock(), lock = NO_LOCK } = {}) {
  const cycles: string[] = [];
  const ended: string[] = [];
  const done: DueList[] = [];
  const loop = createSyncLoop({
    clock,
    lockOf: () => lock,
    async runCycle({ listId, tables }) {
      cycles.push(`${listId} ${tables.join('+')}`.trim());
      const answer = answers[listId]?.shift() ?? DONE;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onDone: (list) => void done.push(list),
    onNotAMember: async (listId) => void ended.push(listId),
  });
  return {
    loop,
    clock,
    ended,
    done,
    /** The cycles since the last call. */
    takeCycles: () => cycles.splice(0),
    start: async (...lists: readonly string[]) => {
      for (const listId of lists) loop.add({ listId, tables: [] });
      loop.run();
      await quiet();
    },
    pass: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await quiet();
    },
  };
}

describe('after a cycle, a list', () => {
  test('[Y4] that is in sync rests', async () => {
    const { start, pass, takeCycles, done } = setUp({});
    await start('ann', 'bob');
    await pass(60_000);
    expect([takeCycles(), done.map(({ listId }) => listId)]).toEqual([
      ['ann', 'bob'],
      ['ann', 'bob'],
    ]);
  });

  test('[Y4] that failed is due again with its tables, and the others are not', async () => {
    const { start, pass, takeCycles } = setUp({ ann: [retry()] });
    await start('ann', 'bob');
    await pass(1000);
    expect(takeCycles()).toEqual(['ann', 'bob', 'ann items']);
  });

  test('[Y4] whose cycle had a bug is due again', async () => {
    // An error that is not caught here would be reported by the page.
    const lock: SyncLock = { run: (work) => work().catch(() => null) };
    const { loop, start, pass, takeCycles } = setUp({ ann: [new TypeError('A bug.')] }, { lock });
    loop.add({ listId: 'ann', tables: ['listRow'] });
    await start();
    await pass(1000);
    expect(takeCycles()).toEqual(['ann listRow', 'ann listRow']);
  });

  test('[H6] that is not the account’s anymore is reported, and the others are synced', async () => {
    const { start, pass, takeCycles, ended } = setUp({ ann: [{ type: 'not-a-member' }] });
    await start('ann', 'bob');
    await pass(60_000);
    expect([takeCycles(), ended]).toEqual([['ann', 'bob'], ['ann']]);
  });

  test('[H6] that the backend does not know waits longer each time, whatever happens in it, and the others do not', async () => {
    const unknown: CycleResult = { type: 'not-a-member' };
    const { start, pass, takeCycles } = setUp({ ann: [unknown, unknown, DONE, unknown] });
    await start('ann');
    await pass(9999);
    await start('ann', 'bob');
    expect(takeCycles()).toEqual(['ann', 'bob']);
    await pass(1);
    expect(takeCycles()).toEqual(['ann']);
    await pass(19_999);
    await start('ann');
    expect(takeCycles()).toEqual([]);
    await pass(1);
    expect(takeCycles()).toEqual(['ann']);
    await start('ann');
    await start('ann');
    await pass(10_000);
    expect(takeCycles()).toEqual(['ann', 'ann']);
  });

  test('[H6] that waits is not synced by a loop that was closed', async () => {
    const { loop, start, pass, takeCycles, clock } = setUp({ ann: [{ type: 'not-a-member' }] });
    await start('ann');
    await start('ann');
    loop.close();
    await pass(60_000);
    expect([takeCycles(), clock.waiting()]).toEqual([['ann'], 0]);
  });

  test('[A1] of a session that is over ends the loop', async () => {
    const { start, pass, takeCycles, clock } = setUp({ ann: [{ type: 'signed-out' }] });
    await start('ann', 'bob');
    await start('ann');
    await pass(60_000);
    expect([takeCycles(), clock.waiting()]).toEqual([['ann'], 0]);
  });
});

test('[Y8] a list stays due while another tab does not release the lock', async () => {
  let isFree = false;
  const { start, pass, takeCycles } = setUp({}, { lock: { run: async (work) => (isFree ? work() : null) } });
  await start('ann');
  expect(takeCycles()).toEqual([]);
  isFree = true;
  await pass(1000);
  expect(takeCycles()).toEqual(['ann']);
});

test('[Y9] a loop that is closed while a tab waits for the lock sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { loop, start, takeCycles, clock } = setUp({}, { lock: { run: (work) => promise.then(work) } });
  await start('ann');
  loop.close();
  resolve(undefined);
  await quiet();
  expect([takeCycles(), clock.waiting()]).toEqual([[], 0]);
});

describe('a server that asks to wait', () => {
  test('[Y4] is not asked before, whatever happens on the device', async () => {
    const { start, pass, takeCycles } = setUp({ ann: [retry(30_000)] });
    await start('ann', 'bob');
    await pass(29_999);
    await start('ann');
    expect(takeCycles()).toEqual(['ann']);
    await pass(1);
    expect(takeCycles()).toEqual(['bob', 'ann items']);
  });

  test('[Y4] after a failure without a time, a change is sent at once', async () => {
    const { start, takeCycles } = setUp({ ann: [retry()] });
    await start('ann');
    await start('ann');
    expect(takeCycles()).toEqual(['ann', 'ann items']);
  });
});

const DEVICES = 200;
const WINDOW_MS = 250;
/** The clock stops this often, so that devices can set their next timer. */
const STEP_MS = 50;

/** The times in milliseconds at which devices that lost the server at the same moment reach it again. */
async function returnsAfter(outageMs: number, retryAfterMs: number | null, random: () => number) {
  const clock = createFakeClock(START, random);
  const returns: number[] = [];
  for (let device = 0; device < DEVICES; device += 1) {
    const loop = createSyncLoop({
      clock,
      lockOf: () => NO_LOCK,
      async runCycle() {
        const passed = clock.now() - START;
        if (passed < outageMs) return { type: 'retry', tables: [], retryAfterMs };
        returns.push(passed);
        return DONE;
      },
      onDone: () => undefined,
      onNotAMember: async () => undefined,
    });
    loop.add({ listId: 'ann', tables: [] });
    loop.run();
  }
  while (returns.length < DEVICES) {
    await quiet();
    clock.advance(STEP_MS);
  }
  return returns.toSorted((a, b) => a - b);
}

/** The most of them in any window of a quarter of a second. */
const mostAtOnce = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length));

/** Random numbers from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('devices that lose the server together', () => {
  const seeds = fc.integer({ min: 1, max: 2 ** 31 });

  test('[Y4] return spread over time, and none later than ten seconds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5000, max: 20_000 }), seeds, async (outageMs, seed) => {
        const times = await returnsAfter(outageMs, null, createRandom(seed));
        expect(mostAtOnce(times)).toBeLessThan(DEVICES / 4);
        // The clock of the test moves in steps.
        expect(times.at(-1)).toBeLessThanOrEqual(outageMs + 10_000 + STEP_MS);
      }),
      { numRuns: 10 },
    );
  });

  test('[Y4] return spread over time after a server that asked all of them to wait as long, and none sooner', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10_000, max: 30_000 }), seeds, async (retryAfterMs, seed) => {
        const times = await returnsAfter(1, retryAfterMs, createRandom(seed));
        expect(mostAtOnce(times)).toBeLessThan(DEVICES / 4);
        expect(times[0]).toBeGreaterThanOrEqual(retryAfterMs);
      }),
      { numRuns: 10 },
    );
  });

  test('[Y4] would return together without random delays', async () => {
    expect(mostAtOnce(await returnsAfter(20_000, null, () => 0))).toBe(DEVICES);
  });
});
