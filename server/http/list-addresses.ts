/** Lists the URLs that open the app in a browser, for the console. */
import { isIPv6 } from 'node:net';
import type { networkInterfaces } from 'node:os';

export type Addresses = {
  /** The URL for this computer, with its name if possible, because passkeys need one. */
  readonly main: string;
  /** The same with a number instead of the name. */
  readonly local: readonly string[];
  /** URLs for other devices in the network. Empty unless the server listens on all addresses. */
  readonly network: readonly string[];
};

/** Returns the URLs for the host and port of the server and this computer's network interfaces. */
export function listAddresses(host: string, port: number, interfaces: Interfaces): Addresses {
  const number = LOCAL_NUMBERS.get(host);
  if (number === undefined) return { main: writeAddress(host, port), local: [], network: [] };
  const names = { main: writeAddress('localhost', port), local: [writeAddress(number, port)] };
  if (host !== '0.0.0.0' && host !== '::') return { ...names, network: [] };
  const network = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => writeAddress(address, port));
  return { ...names, network };
}

/** The address of this computer, by the host that the server listens on. */
const LOCAL_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::1', '::1'],
  ['::', '::1'],
]);

type Interfaces = ReturnType<typeof networkInterfaces>;

function writeAddress(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
