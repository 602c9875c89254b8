/** The one place where the app meets Node's HTTP server. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { createTextResponse } from './text-response.ts';
import { reportBug } from '#server/log/report-bug.ts';
import { messages } from '#server/messages.ts';

/** What answers, once the server is ready. */
export type RequestHandlers = {
  readonly fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;
  /** A connection that wants to become a WebSocket; returns whether anybody took it. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
};

export type HttpServer = {
  readonly server: Server;
  /** From now on requests are answered by this; until then they hear that the server is starting. */
  readonly setHandlers: (handlers: RequestHandlers) => void;
};

/** Gives a server that has no port yet; what differs from the usual times is for tests. */
export function createHttpServer(differing: Partial<HttpTimes> = {}): HttpServer {
  const { silence, ...times } = { ...usualTimes, ...differing };
  let handlers = NOT_READY;
  const listener = getRequestListener((request, env) => handlers.fetch(request, env), {
    errorHandler: answerUnreadable,
  });
  // The listener answers every failure itself; its promise tells nothing more.
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, ...times },
    (request, response) => void listener(request, response),
  );
  // Also a client that does not read its answer is silent. Sockets that were upgraded are not meant.
  server.timeout = silence;
  // Their bytes are limited. A limit of their number drops the last ones, and a proxy may have added those.
  server.maxHeadersCount = 0;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (handlers.upgrade(request, socket, head)) return;
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  return {
    server,
    setHandlers(next) {
      handlers = next;
    },
  };
}

/** A browser that opens the app too early reloads it by itself. */
const NOT_READY: RequestHandlers = {
  fetch: () => createTextResponse(503, messages.starting, { 'retry-after': '1', refresh: '1' }),
  upgrade: () => false,
};

const MAX_HEADER_BYTES = 16 * 1024;

/** Against clients that send slowly, read slowly, or do nothing at all; milliseconds. */
type HttpTimes = {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** Between two requests of one connection. */
  readonly keepAliveTimeout: number;
  /** While nothing comes or goes. */
  readonly silence: number;
};

const usualTimes: HttpTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  silence: 60_000,
};

/** What fails outside the app: a request that is no request, such as one with a broken Host header. */
function answerUnreadable(error: unknown): Response {
  if (error instanceof RequestError) return createTextResponse(400, messages.badRequest);
  reportBug(error);
  return createTextResponse(500, messages.broken);
}
