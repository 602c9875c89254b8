/** How long to wait after a failure before the next attempt (product Y4, Y6). */

/** The longest waits in milliseconds before the first, second, ... retry. Later retries use the last one (spec section 9). */
const DELAYS_MS = [1000, 2000, 5000, 10_000];

/** The longest time in milliseconds that a server can ask for. A proxy's page or a wrong date must not stop the sync for long. */
export const MAX_RETRY_AFTER_MS = 300_000;

export type Failures = {
  /** How many attempts have failed before this one. */
  readonly before: number;
  /** The time in milliseconds that the server asked to wait (RFC 9110, section 10.2.3); null if it did not. */
  readonly retryAfterMs?: number | null;
};

/**
 * Waits differ at random by up to half, so that devices that lost the server together do not return together. They are
 * never longer than the delay, and never shorter than the server asked for.
 * @param random a number from 0 up to 1
 * @returns milliseconds
 */
export function retryDelay({ before, retryAfterMs = null }: Failures, random: number): number {
  const delay = DELAYS_MS[Math.min(before, DELAYS_MS.length - 1)] ?? 0;
  if (retryAfterMs === null) return delay * (1 - random / 2);
  return Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)) * (1 + random / 2);
}
