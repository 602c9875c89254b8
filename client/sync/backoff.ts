/** Retries after failures, with delays that grow (product Y4). */
import type { Clock } from '#client/ports/clock.ts';

/** Milliseconds before the first, second, ... retry. Later retries use the last delay (spec section 9). */
const DELAYS_MS = [1000, 2000, 5000, 10_000];

export type Backoff = {
  /** Records the outcome of an attempt. After a failure, `retry` is called when the delay is over. */
  readonly record: (succeeded: boolean, retry: () => void) => void;
  /** Cancels the pending retry, because an attempt starts now or none is wanted. */
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
    record(succeeded, retry) {
      stop();
      if (!succeeded) cancel = clock.after(DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? 0, retry);
      failures = succeeded ? 0 : failures + 1;
    },
    stop,
  };
}
