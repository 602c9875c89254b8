/** The types of the metrics, and GET /metrics. It requires a token, unless only this computer can reach the server. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createTextResponse } from '#server/http/security-headers.ts';
import { messages } from '#server/messages.ts';

export type Meter = {
  readonly answered: (answered: Answered) => void;
  readonly sent: (sent: Sent) => void;
  /** Sets the sources that are read at each scrape. */
  readonly setSources: (sources: Sources) => void;
  /** Returns all metrics in Prometheus' text format. */
  readonly read: () => Promise<{ readonly text: string; readonly contentType: string }>;
};

export type Sources = {
  readonly realtime: () => RealtimeCounts;
  readonly database: () => Promise<DatabaseCounts>;
  /** The problems that /health reports. */
  readonly problems: () => readonly { readonly type: string }[];
};

export type RealtimeCounts = {
  readonly sockets: number;
  readonly subscriptions: number;
  /** Since the process started. */
  readonly deliveries: number;
};

/** The state of the database; null if it does not respond. */
export type DatabaseCounts = {
  /** The latency of a query. */
  readonly seconds: number;
  readonly connections: { readonly active: number; readonly idle: number };
} | null;

/** A finished request. */
export type Answered = {
  readonly method: string;
  /** The pattern of its path, such as `/rest/v1/:table`. Never the path itself, which is caller input. */
  readonly route: string;
  /** The path, if it is a file of the web app. */
  readonly path: string | null;
  readonly status: number;
  readonly milliseconds: number;
  readonly id: string;
  /** The sign-in method, if the request was a sign-in. */
  readonly grant: string | null;
};

/** A message that was sent, or failed with a `code`. */
export type Sent = {
  readonly medium: 'mail' | 'text';
  readonly code: string | null;
  /** The server that was to send it, if it is known. */
  readonly host?: string | null;
};

/** @param token the required token; null for none */
export function serveMetrics(meter: Meter, token: string | null): (c: Context) => Promise<Response> {
  return async (c) => {
    const [scheme = '', given = ''] = (c.req.header('authorization') ?? '').split(' ');
    const isAllowed = token === null || (scheme.toLowerCase() === 'bearer' && isSame(given, token));
    if (!isAllowed) return createTextResponse(401, messages.metricsRefused, { 'www-authenticate': 'Bearer' });
    const { text, contentType } = await meter.read();
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  };
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
