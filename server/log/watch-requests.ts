/** Gives each request a name of its own, and tells the watch how it was answered. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Watch } from './watch.ts';

/**
 * To be used first. Every answer carries `X-Request-Id`: by it an operator finds the line of the log.
 * @param trustsProxy whether a proxy in front may have named the request already
 */
export function watchRequests(watch: Watch, trustsProxy: boolean): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now();
    const told = trustsProxy ? (c.req.header('x-request-id') ?? '') : '';
    const id = REQUEST_ID.test(told) ? told : randomUUID();
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

/** Long enough for what proxies make, and nothing that could be taken for more of the line. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Where nothing but the web app answered, and had what was asked for, the address is one of its files. */
const findPath = (c: Context, route: string): string | null =>
  route === '/*' && c.res.status < 400 ? c.req.path : null;

const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token'];

/** Anything else that a caller may have written there is one and the same. */
function findGrant(c: Context, route: string): string | null {
  if (route !== '/auth/v1/token') return null;
  const grant = c.req.query('grant_type') ?? '';
  return GRANTS.includes(grant) ? grant : 'other';
}
