/** When to try again after a failure: sooner first, then later (product Y4). */
import type { Clock } from '#client/ports/clock.ts';

/** Milliseconds before the first, second, ... try; the last counts for all that follow (spec section 9). */
const WAITS_MS = [1000, 2000, 5000, 10_000];

export type Backoff = {
  /** How a try went: after a failure `again` is called in a while. */
  readonly settle: (isWell: boolean, again: () => void) => void;
  /** Nothing is waited for any more: somebody tries right now. */
  readonly stop: () => void;
};

export function createBackoff(clock: Clock): Backoff {
  let failures = 0;
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    settle(isWell, again) {
      stop();
      if (!isWell) cancel = clock.after(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, again);
      failures = isWell ? 0 : failures + 1;
    },
    stop,
  };
}
