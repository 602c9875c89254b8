/** Handles GET /metrics. Requires a token, unless only this computer can reach the server. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createTextResponse } from '#server/http/text-response.ts';
import { messages } from '#server/messages.ts';
import type { Meter } from './meter.ts';

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
