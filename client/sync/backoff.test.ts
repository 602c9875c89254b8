/** When failed attempts are repeated. */
import { expect, test } from 'vitest';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { createBackoff } from './backoff.ts';

/** The delays in milliseconds before a number of retries that all fail. */
function waits(tries: number, random: number): readonly number[] {
  const clock = createFakeClock(START, () => random);
  const backoff = createBackoff(clock);
  const times: number[] = [];
  const fail = (): void => {
    times.push(clock.now() - START);
    if (times.length <= tries) backoff.retry(fail);
  };
  fail();
  clock.advance(60_000);
  return times.slice(1).map((time, at) => time - (times[at] ?? 0));
}

test('[Y4] failures are retried after 1, 2, 5 and then every 10 seconds, or up to half sooner', () => {
  expect(waits(6, 0)).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000]);
  expect(waits(5, 0.5)).toEqual([750, 1500, 3750, 7500, 7500]);
});

test('[Y4] a success resets the delays', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  let tries = 0;
  const again = (): void => void (tries += 1);
  backoff.retry(again);
  backoff.retry(again);
  backoff.reset();
  clock.advance(60_000);
  expect(tries).toBe(0);
  backoff.retry(again);
  clock.advance(1000);
  expect(tries).toBe(1);
});

test('[Y4] an attempt in between cancels the pending retry', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  backoff.retry(() => expect.unreachable('called off'));
  backoff.stop();
  clock.advance(60_000);
  expect(clock.waiting()).toBe(0);
});

test('[Y4] attempts are held only while the server asked to wait', () => {
  const clock = createFakeClock();
  const backoff = createBackoff(clock);
  const held: boolean[] = [];
  backoff.retry(() => held.push(backoff.isHeld()), 3000);
  clock.advance(2999);
  expect(backoff.isHeld()).toBe(true);
  clock.advance(1);
  expect(held).toEqual([false]);
  backoff.retry(() => undefined);
  expect(backoff.isHeld()).toBe(false);
});
