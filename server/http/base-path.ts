/** Serves everything under one path (BASE_PATH): removes the path from requests, and refuses or redirects all others. */
import type { IncomingMessage } from 'node:http';
import { messages } from '#server/messages.ts';
import { createTextResponse } from './security-headers.ts';

/**
 * Removes the path from the request's URL, so that all other parts of the server see the same URLs for every base path.
 * @param basePath such as `/checklist`; '' for the whole host
 * @returns false if the request is not under the path
 */
export function enterBasePath(request: IncomingMessage, basePath: string): boolean {
  if (basePath === '') return true;
  const { origin = '', path = '' } = TARGET.exec(request.url ?? '')?.groups ?? {};
  if (!path.startsWith(`${basePath}/`)) return false;
  request.url = origin + path.slice(basePath.length);
  return true;
}

/** A request target is a path, or a complete URL if the client takes the server for a proxy (RFC 9112, section 3.2). */
const TARGET = /^(?<origin>https?:\/\/[^/?#]*)?(?<path>\/.*)$/iu;

/** Redirects people who open the host, or leave out the last slash, to the app. All other paths are not this server's. */
export function answerOutside(request: Request, basePath: string): Response {
  const { pathname, search } = new URL(request.url);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || (pathname !== '/' && pathname !== basePath)) {
    return createTextResponse(404, messages.outside(basePath));
  }
  const location = `${basePath}/${search}`;
  return createTextResponse(302, location, { location, 'cache-control': 'no-cache' });
}
