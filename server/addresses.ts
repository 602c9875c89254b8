/** The addresses to print: what a person types into a browser to reach this server. */
import { isIPv6 } from 'node:net';
import type { networkInterfaces } from 'node:os';

export type Addresses = {
  /** For a browser on this computer, or the one address listened on. */
  readonly main: string;
  /** For other devices in the same network; empty unless the server listens on every address. */
  readonly network: readonly string[];
};

/** Takes the host and port listened on and this computer's network interfaces. Gives the addresses to print. */
export function listAddresses(host: string, port: number, interfaces: Interfaces): Addresses {
  if (host !== '0.0.0.0' && host !== '::') return { main: writeAddress(host, port), network: [] };
  const network = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => writeAddress(address, port));
  return { main: writeAddress(host === '::' ? '::1' : '127.0.0.1', port), network };
}

type Interfaces = ReturnType<typeof networkInterfaces>;

function writeAddress(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
