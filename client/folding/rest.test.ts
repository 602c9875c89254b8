/** When the list is at rest. */
import { expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createRest, REST_MS } from './rest.ts';

function setUp() {
  const clock = createFakeClock();
  let rests = 0;
  const rest = createRest(clock, () => {
    rests += 1;
  });
  return { ...rest, advance: clock.advance, waiting: clock.waiting, rests: () => rests };
}

test('[L6] it is at rest 600 ms after the last act, once', () => {
  const { disturb, advance, rests } = setUp();
  disturb();
  advance(599);
  disturb();
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect([rests(), REST_MS]).toEqual([1, 600]);
  advance(10_000);
  expect(rests()).toBe(1);
});

test('[L6] it is not at rest while a pointer is down, and 600 ms after it went up at the earliest', () => {
  const { disturb, setPointerDown, advance, rests } = setUp();
  disturb();
  setPointerDown(true);
  advance(60_000);
  expect(rests()).toBe(0);
  setPointerDown(false);
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
});

test('[L6] a pointer that goes down again while it waits begins the wait anew', () => {
  const { disturb, setPointerDown, advance, rests } = setUp();
  disturb();
  advance(500);
  setPointerDown(true);
  advance(50);
  setPointerDown(false);
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
});

test('[L6] a touch alone, such as a scroll, disturbs nothing', () => {
  const { setPointerDown, advance, rests, waiting } = setUp();
  setPointerDown(true);
  setPointerDown(false);
  expect(waiting()).toBe(0);
  advance(10_000);
  expect(rests()).toBe(0);
});

test('[L6] closed, it is over for good', () => {
  const { disturb, close, setPointerDown, advance, rests } = setUp();
  disturb();
  close();
  setPointerDown(true);
  setPointerDown(false);
  advance(10_000);
  expect(rests()).toBe(0);
});
