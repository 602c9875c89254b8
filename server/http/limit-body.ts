/** Refuses bodies that are too long, without a look at those whose length is told. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

type Limit = {
  readonly maxSize: number;
  readonly onError: (c: Context) => Response | Promise<Response>;
};

/**
 * Gives the middleware.
 * @param limit the most bytes that are taken, and the answer to those who send more
 */
export function limitBody({ maxSize, onError }: Limit): MiddlewareHandler {
  const count = bodyLimit({ maxSize, onError });
  return (c, next) => {
    const told = c.req.header('content-length');
    // Asking for a body makes a stream of it, which costs more than the rest of a small request.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (told === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next);
    return Number(told) > maxSize ? Promise.resolve(onError(c)) : next();
  };
}
