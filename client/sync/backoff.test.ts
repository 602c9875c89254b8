/** When failed sync cycles are retried. */
import { expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createBackoff } from './backoff.ts';

/** The delays in milliseconds before a number of retries that all fail. */
function waits(tries: number): readonly number[] {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  const begun = clock.now();
  const times: number[] = [];
  const fail = (): void => {
    times.push(clock.now() - begun);
    if (times.length <= tries) backoff.record(false, fail);
  };
  fail();
  clock.advance(60_000);
  return times.slice(1).map((time, at) => time - (times[at] ?? 0));
}

test('[Y4] failures are retried after 1, 2, 5 and then every 10 seconds', () => {
  expect(waits(6)).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000]);
});

test('[Y4] a success resets the delays', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  let tries = 0;
  const again = (): void => void (tries += 1);
  backoff.record(false, again);
  backoff.record(false, again);
  backoff.record(true, again);
  clock.advance(60_000);
  expect(tries).toBe(0);
  backoff.record(false, again);
  clock.advance(1000);
  expect(tries).toBe(1);
});

test('[Y4] an attempt in between cancels the pending retry', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  backoff.record(false, () => expect.unreachable('called off'));
  backoff.stop();
  clock.advance(60_000);
  expect(clock.waiting()).toBe(0);
});
