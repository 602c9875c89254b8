/** The `fetch` of every request to the backend: adds a timeout, and reports whether the backend answered (product Y6). */
import type { Clock } from '#client/ports/clock.ts';

/** Time after which a server that does not answer counts as offline (product Y6). */
const TIMEOUT_MS = 10_000;

type TimedFetchParts = {
  readonly clock: Clock;
  /** Receives whether the backend answered, with any status. */
  readonly report: (isReachable: boolean) => void;
};

/**
 * Creates a `fetch` that times out after ten seconds, including the body.
 * @returns rejects as `fetch` does. A caller's own signal also works, and is not reported
 */
export function createTimedFetch({ clock, report }: TimedFetchParts): typeof fetch {
  return async (input, init) => {
    const timeout = new AbortController();
    // The timeout keeps running after the answer, because the body may hang. Aborting a finished request has no effect.
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
