/** Opens the port, and closes it again. */
import type { Server } from 'node:http';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

export type Listening = {
  /** The port that was opened: the one asked for, or the free one found for port 0. */
  readonly port: number;
  /** Takes no more requests, lets those under way end, and closes what is still open after a moment. */
  readonly stop: () => Promise<void>;
};

/** Opens a server on an address. Gives the open port, or why it could not be opened. */
export async function listen(server: Server, place: Place): Promise<Result<Listening, ListenFailure>> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(place.port, place.host, resolve);
    });
  } catch (error) {
    return fail(errorToListenFailure(error, place));
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : place.port;
  return ok({ port, stop: () => stopServer(server) });
}

export type ListenFailure =
  | { readonly type: 'port-in-use'; readonly port: number }
  | { readonly type: 'port-refused'; readonly port: number }
  | { readonly type: 'host-unavailable'; readonly host: string }
  | { readonly type: 'listen-refused'; readonly host: string; readonly port: number; readonly code: string };

type Place = { readonly host: string; readonly port: number };

/** How long requests under way may take to end when the server stops. */
const farewell = 3_000;

function errorToListenFailure(error: unknown, { host, port }: Place): ListenFailure {
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
  const cut = setTimeout(() => server.closeAllConnections(), farewell);
  // A connection whose request has just been answered would be kept for the next one.
  const shed = setInterval(() => server.closeIdleConnections(), 50);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(shed);
      clearTimeout(cut);
      resolve();
    });
  });
}
