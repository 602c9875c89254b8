/** When the list is at rest. */
import { expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createRest, REST_MS } from '#client/collapse/rest.ts';

function setUp() {
  const clock = createFakeClock();
  let rests = 0;
  const rest = createRest(clock, () => {
    rests += 1;
  });
  return { ...rest, advance: clock.advance, waiting: clock.waiting, rests: () => rests };
}

test('[L6] the list is at rest 600 ms after the last change, once', () => {
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

test('[L6] the list is not at rest while a pointer is down, nor within 600 ms after it went up', () => {
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

test('[L6] a pointer that goes down during the wait restarts it', () => {
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

test('[L6] nothing is reported after closing', () => {
  const { disturb, close, setPointerDown, advance, rests } = setUp();
  disturb();
  close();
  setPointerDown(true);
  setPointerDown(false);
  advance(10_000);
  expect(rests()).toBe(0);
});

test('[L6] a request waits like a change, but never extends the wait after a change', () => {
  const { disturb, request, advance, rests } = setUp();
  request();
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
  disturb();
  advance(500);
  request();
  advance(99);
  expect(rests()).toBe(1);
  advance(1);
  expect(rests()).toBe(2);
});
