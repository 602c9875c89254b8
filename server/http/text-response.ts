/** The answer to a request that gets no page: one sentence of plain text. */
import { securityHeaders } from './security-headers.ts';

/** Takes a status, a sentence and headers of its own, if any. Gives an answer that no cache keeps. */
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
