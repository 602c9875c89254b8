/** Determines the network address of a request, by which rate limits count. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import ipaddr from 'ipaddr.js';

export type ClientAddresses = {
  /** Records the address of a request. Call it before handling the request. */
  readonly record: (request: Request, env: Partial<HttpBindings | Http2Bindings>) => void;
  /** Returns the address of a recorded request or of an upgrade request; '' if it is unknown. */
  readonly of: AddressOf;
};

export type AddressOf = (request: Request | IncomingMessage) => string;

/** @param trustsProxy whether the last entry of X-Forwarded-For, which the proxy in front adds, is the address */
export function createClientAddresses(trustsProxy: boolean): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  const choose = (forwarded: string, connected: string | undefined): string => {
    const fromProxy = trustsProxy ? (forwarded.split(',').at(-1)?.trim() ?? '') : '';
    return fromProxy === '' ? (connected ?? '') : fromProxy;
  };
  return {
    record(request, { incoming }) {
      const forwarded = request.headers.get('x-forwarded-for') ?? '';
      addresses.set(request, choose(forwarded, incoming?.socket.remoteAddress));
    },
    of(request) {
      if (!('socket' in request)) return addresses.get(request) ?? '';
      // Node joins repeated headers with commas.
      const forwarded = String(request.headers['x-forwarded-for'] ?? '');
      return choose(forwarded, request.socket.remoteAddress);
    },
  };
}

/**
 * The key under which limits count an address.
 * @returns an IPv4 address unchanged, also if it is written as IPv6 (RFC 4291, section 2.5.5.2); the first 64 bits of an
 * IPv6 address, because a subscriber gets at least such a network (RFC 6177); any other text unchanged
 */
export function groupAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (isIP(bare) === 0) return address;
  const known = ipaddr.process(bare);
  if (known.kind() === 'ipv4') return known.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/64`).toString()}/64`;
}

/**
 * Whether a request comes from this machine: from loopback, or without an address, as through a local socket. Such a
 * request comes from the operator or an untrusted proxy, so its address does not identify a client.
 */
export function isOwnMachine(address: string): boolean {
  return address === '' || (isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback');
}
