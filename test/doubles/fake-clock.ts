/** A clock that the test advances, and random numbers that count up. */
import type { Clock } from '#client/ports/clock.ts';

export type FakeClock = Clock & {
  /** Advances the time and calls the due callbacks in order. */
  readonly advance: (milliseconds: number) => void;
  /** Sets the clock forward or back. Timers keep their remaining time. */
  readonly set: (now: number) => void;
  /** The number of waiting callbacks. */
  readonly waiting: () => number;
};

/** 2026-11-21, 08:00 UTC. */
export const START = 1_795_248_000_000;

type Timer = { readonly due: number; readonly callback: () => void };

/** @param random gives the random numbers; by default the smallest, with which every delay is as long as it can be */
export function createFakeClock(start = START, random: Clock['random'] = () => 0): FakeClock {
  let passed = 0;
  let offset = start;
  let drawn = 0;
  const timers = new Set<Timer>();
  const now = (): number => offset + passed;
  return {
    now,
    isoNow: () => new Date(now()).toISOString(),
    after(milliseconds, callback) {
      const timer = { due: passed + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random,
    randomHex() {
      drawn += 1;
      return drawn.toString(16).padStart(16, '0');
    },
    advance(milliseconds) {
      const end = passed + milliseconds;
      for (let next = earliest(timers, end); next; next = earliest(timers, end)) {
        timers.delete(next);
        passed = Math.max(passed, next.due);
        next.callback();
      }
      passed = end;
    },
    set(next) {
      offset = next - passed;
    },
    waiting: () => timers.size,
  };
}

function earliest(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  return [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)[0];
}
