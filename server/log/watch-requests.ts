/** Assigns an id to each request, and reports its response to the log and the metrics. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Watch } from './watch.ts';

/**
 * The first middleware. Every response has `X-Request-Id`, so that an operator can find its line in the log.
 * @param isProxied whether a request came through a trusted proxy, whose id is accepted
 */
export function watchRequests(watch: Watch, isProxied: (request: Request) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now();
    const proxyId = isProxied(c.req.raw) ? (c.req.header('x-request-id') ?? '') : '';
    const id = REQUEST_ID.test(proxyId) ? proxyId : randomUUID();
    await next();
    c.res.headers.set('x-request-id', id);
    const { status } = c.res;
    const route = routePath(c);
    const milliseconds = performance.now() - begun;
    watch.answered({
      method: c.req.method,
      route,
      path: findPath(c, route),
      status,
      milliseconds,
      id,
      grant: findGrant(c, route),
    });
  };
}

/** The ids that proxies create, without characters that could forge a log line. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The path, only if it is a file of the web app. Other paths are caller input. */
const findPath = (c: Context, route: string): string | null =>
  route === '/*' && c.res.status < 400 ? c.req.path : null;

const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token'];

/** The grant type of a sign-in. Unknown values are logged as `other`, because they are caller input. */
function findGrant(c: Context, route: string): string | null {
  if (route !== '/auth/v1/token') return null;
  const grant = c.req.query('grant_type') ?? '';
  return GRANTS.includes(grant) ? grant : 'other';
}
