/**
 * What the app adds to `fetch` for requests to the backend: a timeout and a report of whether it answered (product Y6),
 * compressed bodies, and how long the backend asks to wait (RFC 9110, section 10.2.3).
 */
import type { Clock } from '#client/ports/clock.ts';

/** Time after which a server that does not answer counts as offline (product Y6). */
const TIMEOUT_MS = 10_000;

type TimedFetchParts = {
  readonly clock: Clock;
  /** Receives the status of each answer; 0 for none. */
  readonly report: (status: number) => void;
};

/**
 * Creates a `fetch` that times out after ten seconds, including the body.
 * @returns rejects as `fetch` does, and if a redirect has dropped what was sent. A caller's own signal also works, and is not reported
 */
export function createTimedFetch({ clock, report }: TimedFetchParts): typeof fetch {
  return async (input, init) => {
    const timeout = new AbortController();
    // The timeout keeps running after the answer, because the body may hang. Aborting a finished request has no effect.
    clock.after(TIMEOUT_MS, () =>
      timeout.abort(new DOMException('The backend did not answer in time.', 'TimeoutError')),
    );
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
    const answer = await fetch(input, { ...init, signal }).catch((error: unknown) => {
      if (init?.signal?.aborted !== true) report(0);
      throw error;
    });
    report(answer.status);
    if (answer.redirected && wasDropped(init, answer))
      throw new TypeError('A redirect has turned the request into a GET.');
    return answer;
  };
}

/**
 * Whether a redirect may have dropped what was sent: after 301, 302 and 303, browsers request the new address with GET. Its refusal of that
 * request decides nothing, and the rows that it answers look like those of an upsert, which says that it has resolved duplicates.
 */
const wasDropped = (init: RequestInit | undefined, { ok, status, headers }: Response): boolean =>
  init?.method === 'POST' &&
  // Either request needs another token.
  status !== 401 &&
  (!ok ||
    (resolvesDuplicates(new Headers(init.headers), 'prefer') && !resolvesDuplicates(headers, 'preference-applied')));

const resolvesDuplicates = (headers: Headers, name: string): boolean =>
  headers.get(name)?.includes('resolution=') === true;

/** Shorter bodies, in characters, are sent uncompressed. */
const MIN_LENGTH = 1024;
/** A broken connection, bad request, too large, unsupported coding: the compression may be the reason. */
const RETRY_UNCOMPRESSED = new Set([0, 400, 413, 415]);

/**
 * Creates a `fetch` for one backend that compresses request bodies. The backend's answers announce whether it accepts gzip
 * (RFC 7694); the hosted service never does. If a proxy refuses a compressed body, no later request is compressed.
 */
export function createCompressedFetch(send: typeof fetch): typeof fetch {
  let acceptsGzip = false;
  let isStopped = false;
  const sendPlain: typeof fetch = async (input, init) => {
    const answer = await send(input, init);
    // A proxy's error says nothing about the backend.
    if (answer.ok) acceptsGzip = announcesGzip(answer);
    return answer;
  };
  const sendCompressed = async (...[input, init]: Parameters<typeof fetch>): Promise<Response | null> => {
    const body = acceptsGzip && !isStopped ? await compress(init?.body) : null;
    if (body === null) return null;
    const headers = new Headers(init?.headers);
    headers.set('content-encoding', 'gzip');
    return send(input, { ...init, headers, body }).catch((error: unknown) => {
      // The uncompressed body is several times as large, so it would take even longer.
      if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
      return Response.error();
    });
  };
  return async (input, init) => {
    const answer = await sendCompressed(input, init);
    if (answer === null) return sendPlain(input, init);
    if (!RETRY_UNCOMPRESSED.has(answer.status)) {
      if (wasStopped(answer)) isStopped = true;
      return answer;
    }
    // An unread answer would hold its connection.
    await answer.arrayBuffer().catch(() => null);
    // Sending uncompressed shows whether the compression was the reason.
    const plain = await sendPlain(input, init);
    if (plain.ok) isStopped = true;
    return plain;
  };
}

/** Whether a proxy refused the request: the backend's own refusals announce gzip. */
const wasStopped = (answer: Response): boolean => !answer.ok && !announcesGzip(answer);

const announcesGzip = ({ headers }: Response): boolean => headers.get('accept-encoding') === 'gzip';

/** The compressed body; null to send it uncompressed. */
async function compress(body: RequestInit['body']): Promise<ArrayBuffer | null> {
  if (typeof body !== 'string' || body.length < MIN_LENGTH || !('CompressionStream' in globalThis)) return null;
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** A date as HTTP writes it; `Date.parse` alone would read other texts as dates, too. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

/** The time in milliseconds that the backend asked to wait, as a part of a failure; left out if it did not ask. */
export type AskedWait = { readonly retryAfterMs?: number };

export const toAskedWait = (retryAfterMs: number | null): AskedWait => (retryAfterMs === null ? {} : { retryAfterMs });

/** What a failure says about the time to wait, without the rest of it. */
export const pickAskedWait = (failure: AskedWait & { readonly type: string }): AskedWait =>
  toAskedWait(failure.retryAfterMs ?? null);

/** A `fetch` for the client libraries, which do not pass the headers of an answer on, and what those of its last answer say. */
export function watchHeaders(send: typeof fetch, clock: Pick<Clock, 'now'>) {
  let last: Response | null = null;
  const watched: typeof fetch = async (input, init) => {
    last = null;
    last = await send(input, init);
    return last;
  };
  return {
    fetch: watched,
    /** Milliseconds; null if the last answer did not ask to wait, or there was none. */
    retryAfterMs: () => last && readRetryAfterMs(last, clock.now()),
    /** Whether the last answer was a text or a page: the backend's answers are JSON. */
    isForeign: () => last?.headers.get('content-type')?.startsWith('text/') === true,
  };
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
