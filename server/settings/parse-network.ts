/** Parses the networks of the setting TRUST_PROXY. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
