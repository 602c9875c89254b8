/** The network address of whoever sent a request: what limits count by. */
import type { Http2Bindings, HttpBindings } from '@hono/node-server';

export type VisitorAddresses = {
  /** Notes where a request came from; to be called before it is answered. */
  readonly note: (request: Request, env: Partial<HttpBindings | Http2Bindings>) => void;
  /** Empty where nobody noted it. */
  readonly of: (request: Request) => string;
};

/** @param trustsProxy whether a proxy in front tells the address: the last entry of X-Forwarded-For, which is its own */
export function createVisitorAddresses(trustsProxy: boolean): VisitorAddresses {
  const addresses = new WeakMap<Request, string>();
  return {
    note(request, { incoming }) {
      const forwarded = trustsProxy ? (request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') : '';
      addresses.set(request, forwarded === '' ? (incoming?.socket.remoteAddress ?? '') : forwarded);
    },
    of: (request) => addresses.get(request) ?? '',
  };
}
