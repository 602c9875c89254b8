/** Determines the address of the client behind a request, and the networks that limits count it by. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import ipaddr from 'ipaddr.js';

export type ClientAddresses = {
  /** Records where a request came from. Call it before handling the request. */
  readonly record: (request: Request, env: Partial<HttpBindings | Http2Bindings>) => void;
  /** Returns the address of a recorded request or of an upgrade request; '' if it is unknown. */
  readonly of: AddressOf;
  /** Whether a recorded request came through a trusted proxy. */
  readonly isProxied: (request: Request) => boolean;
};

type ProxyProblem =
  /** No proxy is trusted, but one on this machine or in a private network forwards an address. */
  | 'proxy-not-trusted'
  /** A trusted proxy forwards only addresses that are trusted themselves: it does not know the visitor's. */
  | 'proxy-hides-visitors';

export type AddressOf = (request: Request | IncomingMessage) => string;

/**
 * @param trustedProxies networks whose X-Forwarded-For is trusted. Requests from elsewhere count by their socket address
 * @param report called with each request that shows a problem
 */
export function createClientAddresses(
  trustedProxies: readonly string[],
  report: (problem: ProxyProblem) => void = () => undefined,
): ClientAddresses {
  const sources = new WeakMap<Request, { readonly address: string; readonly isProxied: boolean }>();
  const isTrusted = createNetworkMatcher(trustedProxies);
  const choose = (forwarded: string, socketAddress: string): string => {
    if (!isTrusted(socketAddress)) return socketAddress;
    // Each proxy appends the address that connected to it, so the last entry that is not a proxy is the client.
    const client = readEntries(forwarded).findLast((entry) => !isTrusted(entry));
    return client === undefined || client === '' ? socketAddress : client;
  };
  const findProblem = (forwarded: string, socketAddress: string): ProxyProblem | null => {
    if (forwarded === '') return null;
    if (trustedProxies.length === 0) return isNearby(socketAddress) ? 'proxy-not-trusted' : null;
    const entries = readEntries(forwarded);
    // Operators may visit through their own proxy from its machine.
    const isHidden = isTrusted(socketAddress) && entries.every(isTrusted) && !isOwnMachine(entries[0] ?? '');
    return isHidden ? 'proxy-hides-visitors' : null;
  };
  return {
    record(request, { incoming }) {
      const socketAddress = incoming?.socket.remoteAddress ?? '';
      const forwarded = request.headers.get('x-forwarded-for') ?? '';
      const problem = findProblem(forwarded, socketAddress);
      if (problem !== null) report(problem);
      const address = choose(forwarded, socketAddress);
      sources.set(request, { address, isProxied: isTrusted(socketAddress) });
    },
    of(request) {
      if (!('socket' in request)) return sources.get(request)?.address ?? '';
      // Node joins repeated headers with commas.
      return choose(String(request.headers['x-forwarded-for'] ?? ''), request.socket.remoteAddress ?? '');
    },
    isProxied: (request) => sources.get(request)?.isProxied === true,
  };
}

const readEntries = (forwarded: string): readonly string[] =>
  forwarded.split(',').map((entry) => withoutPort(entry.trim()));

/**
 * Removes the port that some proxies add, such as `192.0.2.7:4711` and `[2001:db8::1]:4711`: with it, each connection would count as
 * another client.
 */
function withoutPort(entry: string): string {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+):\d+|\[(?<v6>[^\]]*)\](?::\d+)?)$/u.exec(entry)?.groups ?? {};
  return v4 ?? v6 ?? entry;
}

function createNetworkMatcher(texts: readonly string[]): (address: string) => boolean {
  const networks = texts.map(parseNetwork).filter((network) => network !== null);
  return (address) => {
    const parsed = networks.length === 0 ? null : parseAddress(address);
    if (parsed === null) return false;
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
}

/**
 * The key under which limits count an address.
 * @returns an IPv4 address unchanged, also if it is written as IPv6 (RFC 4291, section 2.5.5.2); the first 64 bits of an
 * IPv6 address, because a subscriber gets at least such a network (RFC 6177); any other text unchanged
 */
export function groupAddress(address: string): string {
  const known = parseAddress(address);
  if (known === null) return address;
  if (known.kind() === 'ipv4') return known.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${known.toString()}/64`).toString()}/64`;
}

/**
 * Whether a request comes from this machine: from loopback, or without an address, as through a local socket. Such a
 * request comes from the operator or an untrusted proxy, so its address does not identify a client.
 */
export function isOwnMachine(address: string): boolean {
  return address === '' || parseAddress(address)?.range() === 'loopback';
}

/** Whether an address can be that of the operator's own proxy. Anyone on the internet can send the header. */
function isNearby(address: string): boolean {
  const range = parseAddress(address)?.range();
  return range === 'loopback' || range === 'private' || range === 'uniqueLocal';
}

/**
 * Parses an address. Returns null for any other text. A link-local address of the system ends in the name of an interface, such as
 * `%br-lan`, which the library understands only in part (RFC 4007, section 11).
 */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [bare = ''] = address.split('%', 1);
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

/** A key under which limits count an address, and how much higher the limit is than that of a single address. */
export type AddressTier = { readonly key: string; readonly factor: number };

/**
 * The tiers under which limits count an address. An IPv6 subscriber gets a /64, a /56 or a /48 (RFC 6177), so all three are
 * counted, with higher limits for larger networks, in which other subscribers may be.
 */
export function listAddressTiers(address: string): readonly AddressTier[] {
  const key = groupAddress(address);
  if (!key.endsWith('/64')) return [{ key, factor: 1 }];
  const network = (bits: number): string =>
    `${ipaddr.IPv6.networkAddressFromCIDR(key.replace('/64', `/${bits}`)).toString()}/${bits}`;
  return [
    { key, factor: 1 },
    { key: network(56), factor: 4 },
    { key: network(48), factor: 16 },
  ];
}

/** Parses a network such as `10.0.0.0/8`, or a single address. Returns null for any other text. */
export function parseNetwork(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return isIP(text) === 0 ? null : [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}
