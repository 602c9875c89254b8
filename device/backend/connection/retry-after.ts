/** Reads how long the backend asks to wait before the next request (RFC 9110, section 10.2.3). */

/** A date as HTTP writes it; `Date.parse` alone would read other texts as dates, too. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

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
