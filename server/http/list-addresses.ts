/** The addresses to print: what a person types into a browser to reach this server. */
import { isIPv6 } from 'node:net';
import type { networkInterfaces } from 'node:os';

export type Addresses = {
  /** For a browser on this computer, or the one address listened on. By its name where it has one: passkeys need a name. */
  readonly main: string;
  /** The same by its number; empty where `main` is all there is. */
  readonly local: readonly string[];
  /** For other devices in the same network; empty unless the server listens on every address. */
  readonly network: readonly string[];
};

/** Takes the host and port listened on and this computer's network interfaces. Gives the addresses to print. */
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

/** Under which number this computer reaches itself where the server listens on such a host. */
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
