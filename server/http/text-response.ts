/** Creates plain-text responses for errors. */
import { securityHeaders } from './security-headers.ts';

/** Creates an uncached response with one sentence of text. */
export function createTextResponse(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}
