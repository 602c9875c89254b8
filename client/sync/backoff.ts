/** The timer of retries after failures (product Y4). */
import { retryDelay } from '#core/sync/retry-delay.ts';
import type { Clock } from '#client/ports/clock.ts';

export type Backoff = {
  /**
   * Calls back when it is time for the next attempt.
   * @param retryAfterMs the time that the server asked to wait; null if it did not
   */
  readonly retry: (callback: () => void, retryAfterMs?: number | null) => void;
  /** Whether the server asked to wait and that time is not over, so that even a new change has to wait. */
  readonly isHeld: () => boolean;
  /** Cancels the pending retry, because an attempt starts now or none is wanted. */
  readonly stop: () => void;
  /** Records a success: the delays start again with the first. */
  readonly reset: () => void;
};

export function createBackoff(clock: Pick<Clock, 'after' | 'random'>): Backoff {
  let failures = 0;
  let isHeld = false;
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
    isHeld = false;
  };
  return {
    retry(callback, retryAfterMs = null) {
      stop();
      isHeld = retryAfterMs !== null;
      cancel = clock.after(retryDelay({ before: failures, retryAfterMs }, clock.random()), () => {
        stop();
        callback();
      });
      failures += 1;
    },
    isHeld: () => isHeld,
    stop,
    reset() {
      stop();
      failures = 0;
    },
  };
}
