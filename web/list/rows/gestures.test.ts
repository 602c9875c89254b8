/** Which presses on a row are long, and which click is swallowed after one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPress } from './gestures.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ROW = new EventTarget();

type Point = {
  readonly clientX?: number;
  readonly clientY?: number;
  readonly pointerType?: string;
  readonly defaultPrevented?: boolean;
};

/** As much of a pointer event as a press looks at. */
const pointer = ({
  pointerType = 'touch',
  clientX = 50,
  clientY = 50,
  defaultPrevented = false,
}: Point = {}): PointerEvent =>
  // There is no such event outside a browser.
  ({ clientX, clientY, pointerType, defaultPrevented, target: ROW }) as unknown as PointerEvent;

function setUp() {
  const pressed: (EventTarget | null)[] = [];
  return { ...createPress((target) => pressed.push(target)), pressed };
}

test('[L7] a press of 500 ms is long, and the click after it is swallowed once', () => {
  const { start, leave, consumeLong, pressed } = setUp();
  start(pointer());
  vi.advanceTimersByTime(499);
  expect(pressed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(pressed).toEqual([ROW]);
  leave();
  expect([consumeLong(), consumeLong()]).toEqual([true, false]);
});

test('[L7] a touch that was aimed at a row that has just left is never long; the next one is', () => {
  const { start, finish, leave, pressed } = setUp();
  start(pointer({ defaultPrevented: true }));
  vi.advanceTimersByTime(500);
  finish(ROW);
  leave();
  expect(pressed).toEqual([]);
  finish(ROW);
  start(pointer());
  vi.advanceTimersByTime(500);
  expect(pressed).toEqual([ROW, ROW]);
});

test('[L7] a shorter press ticks', () => {
  const { start, leave, consumeLong, pressed } = setUp();
  start(pointer());
  vi.advanceTimersByTime(499);
  leave();
  vi.advanceTimersByTime(10_000);
  expect([pressed, consumeLong()]).toEqual([[], false]);
});

test.each([
  [{ clientX: 60 }, 1],
  [{ clientX: 61 }, 0],
  [{ clientX: 58, clientY: 58 }, 0],
])('[L6] a finger that moved to %o is long %i times: beyond 10 px it scrolls', (to, times) => {
  const { start, move, pressed } = setUp();
  start(pointer());
  move(pointer(to));
  vi.advanceTimersByTime(10_000);
  expect(pressed).toHaveLength(times);
});

test('[L7] a press that the platform also reports as long counts once', () => {
  const { start, finish, pressed } = setUp();
  start(pointer());
  finish(ROW);
  vi.advanceTimersByTime(10_000);
  finish(ROW);
  expect(pressed).toEqual([ROW]);
});

test('[L7] the click after a right click is not swallowed', () => {
  const { start, finish, leave, consumeLong, pressed } = setUp();
  start(pointer({ pointerType: 'mouse' }));
  finish(ROW);
  leave();
  expect([pressed, consumeLong()]).toEqual([[ROW], false]);
});

test('[D4] a key press more than 300 ms after a touch is not swallowed', () => {
  const { start, leave, consumeLong } = setUp();
  start(pointer());
  vi.advanceTimersByTime(500);
  leave();
  vi.advanceTimersByTime(300);
  expect(consumeLong()).toBe(false);
});

test('[L7] the next touch starts again', () => {
  const { start, consumeLong } = setUp();
  start(pointer());
  vi.advanceTimersByTime(500);
  start(pointer());
  expect(consumeLong()).toBe(false);
});
