/** Refuses request bodies that are too large. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

type Limit = {
  readonly maxSize: number;
  readonly onError: (c: Context) => Response | Promise<Response>;
};

/** Creates the middleware. `maxSize` is in bytes; `onError` creates the response to a larger body. */
export function limitBody({ maxSize, onError }: Limit): MiddlewareHandler {
  const count = bodyLimit({ maxSize, onError });
  return (c, next) => {
    const length = c.req.header('content-length');
    // Creating a stream to count the body costs more than handling a small request.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next);
    return Number(length) > maxSize ? Promise.resolve(onError(c)) : next();
  };
}
