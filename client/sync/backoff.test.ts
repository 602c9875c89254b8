/** When a pass that failed is tried again. */
import { expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createBackoff } from './backoff.ts';

/** The waits, in milliseconds, until each of so many tries that all fail. */
function waits(tries: number): readonly number[] {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  const begun = clock.now();
  const times: number[] = [];
  const fail = (): void => {
    times.push(clock.now() - begun);
    if (times.length <= tries) backoff.settle(false, fail);
  };
  fail();
  clock.advance(60_000);
  return times.slice(1).map((time, at) => time - (times[at] ?? 0));
}

test('[Y4] a pass that failed is tried again after 1, 2, 5 and then every 10 seconds', () => {
  expect(waits(6)).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000]);
});

test('[Y4] after a pass that went well the waits begin anew', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  let tries = 0;
  const again = (): void => void (tries += 1);
  backoff.settle(false, again);
  backoff.settle(false, again);
  backoff.settle(true, again);
  clock.advance(60_000);
  expect(tries).toBe(0);
  backoff.settle(false, again);
  clock.advance(1000);
  expect(tries).toBe(1);
});

test('[Y4] whoever tries by himself calls the waiting off', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  backoff.settle(false, () => expect.unreachable('called off'));
  backoff.stop();
  clock.advance(60_000);
  expect(clock.waiting()).toBe(0);
});
