/** The network address of whoever sent a request: what limits count by. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import ipaddr from 'ipaddr.js';

export type ClientAddresses = {
  /** Notes where a request came from; to be called before it is answered. */
  readonly note: (request: Request, env: Partial<HttpBindings | Http2Bindings>) => void;
  /** Of a request that was noted, or of one for an upgrade as Node has it. Empty where nobody knows. */
  readonly of: AddressOf;
};

export type AddressOf = (request: Request | IncomingMessage) => string;

/** @param trustsProxy whether a proxy in front tells the address: the last entry of X-Forwarded-For, which is its own */
export function createClientAddresses(trustsProxy: boolean): ClientAddresses {
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

/**
 * The key under which limits count an address.
 * @returns an IPv4 address itself, also where it is written as IPv6 (RFC 4291, section 2.5.5.2); of an IPv6 address its
 * first 64 bits, since one subscriber gets a whole network of those (RFC 6177); anything else unchanged
 */
export function groupAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (isIP(bare) === 0) return address;
  const known = ipaddr.process(bare);
  if (known.kind() === 'ipv4') return known.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/64`).toString()}/64`;
}

/**
 * Whether a request comes from this machine: from loopback, or without an address, which means a local socket. That is
 * the operator, or a proxy that does not pass on client addresses (TRUST_PROXY is off), so it identifies no single client.
 */
export function isOwnMachine(address: string): boolean {
  return address === '' || (isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback');
}
