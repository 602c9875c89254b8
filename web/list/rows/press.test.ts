/** Which presses on a row are long, and which click is swallowed after one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPress } from './press.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ROW = new EventTarget();

type Point = { readonly clientX?: number; readonly clientY?: number; readonly pointerType?: string };

/** As much of a pointer event as a press looks at. */
const pointer = ({ clientX = 50, clientY = 50, pointerType = 'touch' }: Point = {}): PointerEvent =>
  // There is no such event outside a browser.
  ({ clientX, clientY, pointerType, target: ROW }) as unknown as PointerEvent;

function setUp() {
  const meant: (EventTarget | null)[] = [];
  return { ...createPress((target) => meant.push(target)), meant };
}

test('[L7] a finger that stays for 500 ms means more than a tick, and its click is swallowed once', () => {
  const { start, leave, takeLong, meant } = setUp();
  start(pointer());
  vi.advanceTimersByTime(499);
  expect(meant).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(meant).toEqual([ROW]);
  leave();
  expect([takeLong(), takeLong()]).toEqual([true, false]);
});

test('[L7] a finger that leaves before ticks', () => {
  const { start, leave, takeLong, meant } = setUp();
  start(pointer());
  vi.advanceTimersByTime(499);
  leave();
  vi.advanceTimersByTime(10_000);
  expect([meant, takeLong()]).toEqual([[], false]);
});

test.each([
  [{ clientX: 60 }, 1],
  [{ clientX: 61 }, 0],
  [{ clientX: 58, clientY: 58 }, 0],
])('[L6] a finger that moved to %o is long %i times: beyond 10 px it scrolls', (to, times) => {
  const { start, move, meant } = setUp();
  start(pointer());
  move(pointer(to));
  vi.advanceTimersByTime(10_000);
  expect(meant).toHaveLength(times);
});

test('[L7] where the platform says so, too, it is long once', () => {
  const { start, finish, meant } = setUp();
  start(pointer());
  finish(ROW);
  vi.advanceTimersByTime(10_000);
  finish(ROW);
  expect(meant).toEqual([ROW]);
});

test('[L7] a right click is no finger’s: the click after it counts', () => {
  const { start, finish, leave, takeLong, meant } = setUp();
  start(pointer({ pointerType: 'mouse' }));
  finish(ROW);
  leave();
  expect([meant, takeLong()]).toEqual([[ROW], false]);
});

test('[D4] a key that presses more than 300 ms after the finger left is not swallowed', () => {
  const { start, leave, takeLong } = setUp();
  start(pointer());
  vi.advanceTimersByTime(500);
  leave();
  vi.advanceTimersByTime(300);
  expect(takeLong()).toBe(false);
});

test('[L7] the next finger begins anew', () => {
  const { start, takeLong } = setUp();
  start(pointer());
  vi.advanceTimersByTime(500);
  start(pointer());
  expect(takeLong()).toBe(false);
});
