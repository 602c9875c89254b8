/** Retries after failures: their timer, and the loading of code that no caller asks for again (product Y4, Y6). */
import { retryDelay } from '#core/sync/retry-delay.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Lazy } from '#core/lazy.ts';
import type { Connection } from '#client/ports/backend.ts';

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

type RetryParts = {
  readonly clock: Clock;
  /** Left out by those that need not load as soon as the network returns. */
  readonly connection?: Connection;
  /** The time in milliseconds that the server asked to wait in its last answer; null if it did not. */
  readonly askedWaitMs?: () => number | null;
};

/**
 * Loads a value now or, after a failure, with growing delays and when the network returns.
 * @param onLoaded called once, unless it was stopped before
 * @returns stops trying
 */
export function retryUntilLoaded<T>(
  { load }: Pick<Lazy<T>, 'load'>,
  { clock, connection, askedWaitMs }: RetryParts,
  onLoaded: (value: T) => void,
): () => void {
  const backoff = createBackoff(clock);
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    stopListening?.();
    backoff.stop();
  };
  const use = (value: T): void => {
    if (isOver) return;
    stop();
    onLoaded(value);
  };
  const attempt = (): void => {
    backoff.stop();
    void load().then(use, () => {
      if (!isOver) backoff.retry(attempt, askedWaitMs?.());
    });
  };
  const stopListening = connection?.onChange(() => {
    if (connection.isOnline() && !backoff.isHeld()) attempt();
  });
  attempt();
  return stop;
}
