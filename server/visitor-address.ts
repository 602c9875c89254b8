/** The network address of whoever sent a request: what limits count by. */
import type { IncomingMessage } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';

export type VisitorAddresses = {
  /** Notes where a request came from; to be called before it is answered. */
  readonly note: (request: Request, env: Partial<HttpBindings | Http2Bindings>) => void;
  /** Of a request that was noted, or of one for an upgrade as Node has it. Empty where nobody knows. */
  readonly of: AddressOf;
};

export type AddressOf = (request: Request | IncomingMessage) => string;

/** @param trustsProxy whether a proxy in front tells the address: the last entry of X-Forwarded-For, which is its own */
export function createVisitorAddresses(trustsProxy: boolean): VisitorAddresses {
  const addresses = new WeakMap<Request, string>();
  const choose = (forwarded: string, connected: string | undefined): string => {
    const told = trustsProxy ? (forwarded.split(',').at(-1)?.trim() ?? '') : '';
    return told === '' ? (connected ?? '') : told;
  };
  return {
    note(request, { incoming }) {
      const forwarded = request.headers.get('x-forwarded-for') ?? '';
      addresses.set(request, choose(forwarded, incoming?.socket.remoteAddress));
    },
    of(request) {
      if (!('socket' in request)) return addresses.get(request) ?? '';
      // Node joins what stands in several lines.
      const forwarded = String(request.headers['x-forwarded-for'] ?? '');
      return choose(forwarded, request.socket.remoteAddress);
    },
  };
}
