/** Reads how long the backend asks to wait before the next request (RFC 9110, section 10.2.3). */
import type { Clock } from '#client/ports/clock.ts';

/** A date as HTTP writes it; `Date.parse` alone would read other texts as dates, too. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

/** The time in milliseconds that the backend asked to wait, as a part of a failure; left out if it did not ask. */
export type AskedWait = { readonly retryAfterMs?: number };

export const toAskedWait = (retryAfterMs: number | null): AskedWait => (retryAfterMs === null ? {} : { retryAfterMs });

/** What a failure says about the time to wait, without the rest of it. */
export const pickAskedWait = (failure: AskedWait & { readonly type: string }): AskedWait =>
  toAskedWait(failure.retryAfterMs ?? null);

/** A `fetch` for the client libraries, which do not pass the headers of an answer on, and what its last answer asked for. */
export function watchRetryAfter(send: typeof fetch, clock: Pick<Clock, 'now'>) {
  let last: number | null = null;
  const watched: typeof fetch = async (input, init) => {
    last = null;
    const answer = await send(input, init);
    last = readRetryAfterMs(answer, clock.now());
    return answer;
  };
  /** Milliseconds; null if the last answer did not ask to wait, or there was none. */
  return { fetch: watched, retryAfterMs: () => last };
}

/**
 * @param now milliseconds since 1970, for an answer without its own date
 * @returns milliseconds; null if the answer does not ask to wait
 */
export function readRetryAfterMs({ headers }: Pick<Response, 'headers'>, now: number): number | null {
  const header = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1000;
  if (!HTTP_DATE.test(header)) return null;
  // The device's clock may be wrong, so the backend's counts.
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Date.parse(header) - (Number.isNaN(sentAt) ? now : sentAt));
}
