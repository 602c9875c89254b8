/** Opens the port, and lists the addresses of this machine. */
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { networkInterfaces } from 'node:os';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

export type Listening = {
  /** The open port. For port 0 this is the free port that the system chose. */
  readonly port: number;
  /** Accepts no more requests, waits for those in progress, and closes the rest after a timeout. */
  readonly stop: () => Promise<void>;
};

/** Opens the port. Fails if it is in use, not permitted or not available. */
export async function listen(server: Server, target: ListenTarget): Promise<Result<Listening, ListenFailure>> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(target.port, target.host, resolve);
    });
  } catch (error) {
    return fail(errorToListenFailure(error, target));
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : target.port;
  return ok({ port, stop: () => stopServer(server) });
}

export type ListenFailure =
  | { readonly type: 'port-in-use'; readonly port: number }
  | { readonly type: 'port-refused'; readonly port: number }
  | { readonly type: 'host-unavailable'; readonly host: string }
  | { readonly type: 'listen-refused'; readonly host: string; readonly port: number; readonly code: string };

type ListenTarget = { readonly host: string; readonly port: number };

/** How long requests in progress may take when the server stops. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

function errorToListenFailure(error: unknown, { host, port }: ListenTarget): ListenFailure {
  const code = readErrorCode(error);
  switch (code) {
    case 'EADDRINUSE':
      return { type: 'port-in-use', port };
    case 'EACCES':
      return { type: 'port-refused', port };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { type: 'host-unavailable', host };
    default:
      return { type: 'listen-refused', host, port, code };
  }
}

function stopServer(server: Server): Promise<void> {
  const forceClose = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  // Closes keep-alive connections as soon as their request is done.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(closeIdle);
      clearTimeout(forceClose);
      resolve();
    });
  });
}

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
