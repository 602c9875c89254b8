/** Opens the server's port, and closes it when the server stops. */
import type { Server } from 'node:http';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

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
