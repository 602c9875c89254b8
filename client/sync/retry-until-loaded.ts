/** Loads code that no caller asks for again, such as the sync's own (product Y6). */
import type { Lazy } from '#core/lazy.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/connection.ts';
import { createBackoff } from './backoff.ts';

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
