/** Every request to the backend goes through here: it has a time-out, and its outcome tells the connection (product Y6). */
import type { Clock } from '#client/ports/clock.ts';

/** A server that accepts and never answers counts as none after so long (product Y6). */
const TIMEOUT_MS = 10_000;

type TimedFetchParts = {
  readonly clock: Clock;
  /** Hears whether the backend answered, with whatever status. */
  readonly report: (isReachable: boolean) => void;
};

/**
 * A `fetch` that is given up after ten seconds, its body included.
 * @returns rejects as `fetch` does; a caller's own signal is obeyed, too, and tells nothing about the connection
 */
export function createTimedFetch({ clock, report }: TimedFetchParts): typeof fetch {
  return async (input, init) => {
    const timeout = new AbortController();
    // It is not called off by the answer: the body may still hang, and ending what is over does nothing.
    clock.after(TIMEOUT_MS, () =>
      timeout.abort(new DOMException('The backend did not answer in time.', 'TimeoutError')),
    );
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
    try {
      const answer = await fetch(input, { ...init, signal });
      report(true);
      return answer;
    } catch (error) {
      if (init?.signal?.aborted !== true) report(false);
      throw error;
    }
  };
}
