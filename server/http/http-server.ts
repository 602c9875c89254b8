/** Connects the app to Node's HTTP server, under its base path (BASE_PATH), with timeouts and size limits. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { reportBug } from '#server/log/log.ts';
import { messages } from '#server/messages.ts';
import { createTextResponse } from './security-headers.ts';

/** The handlers of requests and upgrades. */
export type RequestHandlers = {
  readonly fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;
  /** Handles an upgrade to a WebSocket. Returns false for an unknown path. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
};

export type HttpServer = {
  readonly server: Server;
  /** Sets the handlers. Until then, requests get 503. */
  readonly setHandlers: (handlers: RequestHandlers) => void;
};

/** Creates a server that does not listen yet. `basePath` is the path under which it handles requests. Tests pass other timeouts. */
export function createHttpServer({ basePath = '', ...differing }: Partial<HttpOptions> = {}): HttpServer {
  const { silence, ...times } = { ...usualTimes, ...differing };
  let handlers = NOT_READY;
  const listener = getRequestListener((request, env) => handlers.fetch(request, env), LISTENER_OPTIONS);
  const outside = getRequestListener((request) => answerOutside(request, basePath), LISTENER_OPTIONS);
  const ambiguous = getRequestListener(() => createTextResponse(400, messages.badRequest), LISTENER_OPTIONS);
  // The listeners handle all errors themselves, so their promises can be ignored.
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, shouldUpgradeCallback: asksForWebSocket, ...times },
    (request, response) => {
      if (namesSeveralHosts(request)) return void ambiguous(request, response);
      return void (enterBasePath(request, basePath) ? listener : outside)(request, response);
    },
  );
  // This also covers clients that do not read their response, but not upgraded sockets.
  server.timeout = silence;
  // The size of the headers is limited instead. A limit of their number would drop the last ones, which a proxy adds.
  server.maxHeadersCount = 0;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (enterBasePath(request, basePath) && handlers.upgrade(request, socket, head)) return;
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

/**
 * A server may ignore other protocols (RFC 9110, section 7.8): Java's client offers h2c with every request. A request with several Host headers
 * is answered as a plain one, with 400.
 */
const asksForWebSocket = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && !namesSeveralHosts(request);

/** Such a request must get 400 (RFC 9112, section 3.2): a proxy may have read the other Host header. */
const namesSeveralHosts = ({ headersDistinct }: IncomingMessage): boolean => (headersDistinct['host'] ?? []).length > 1;

/** The header `refresh` makes a browser that opens the app too early reload the page. */
const NOT_READY: RequestHandlers = {
  fetch: () => createTextResponse(503, messages.starting, { 'retry-after': '1', refresh: '1' }),
  upgrade: () => false,
};

const MAX_HEADER_BYTES = 16 * 1024;

/** Timeouts in milliseconds, against clients that send or read slowly, or are idle. */
type HttpTimes = {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeout: number;
  /** Without any data in either direction. */
  readonly silence: number;
};

type HttpOptions = HttpTimes & { readonly basePath: string };

const usualTimes: HttpTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  silence: 60_000,
};

/** Handles errors outside of the app, such as a request with an invalid Host header. */
function answerUnreadable(error: unknown): Response {
  if (error instanceof RequestError) return createTextResponse(400, messages.badRequest);
  reportBug(error);
  return createTextResponse(500, messages.broken);
}

/** HTTP/1.0 needs no Host header, and health checks of load balancers leave it out. */
const LISTENER_OPTIONS = { errorHandler: answerUnreadable, hostname: 'localhost' };

/**
 * Removes the path from the request's URL, so that all other parts of the server see the same URLs for every base path.
 * @param basePath such as `/checklist`; '' for the whole host
 * @returns false if the request is not under the path
 */
function enterBasePath(request: IncomingMessage, basePath: string): boolean {
  if (basePath === '') return true;
  const { origin = '', path = '' } = TARGET.exec(request.url ?? '')?.groups ?? {};
  if (!path.startsWith(`${basePath}/`)) return false;
  request.url = origin + path.slice(basePath.length);
  return true;
}

/** A request target is a path, or a complete URL if the client takes the server for a proxy (RFC 9112, section 3.2). */
const TARGET = /^(?<origin>https?:\/\/[^/?#]*)?(?<path>\/.*)$/iu;

/** Redirects people who open the host, or leave out the last slash, to the app. All other paths are not this server's. */
function answerOutside(request: Request, basePath: string): Response {
  const { pathname, search } = new URL(request.url);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || (pathname !== '/' && pathname !== basePath)) {
    return createTextResponse(404, messages.outside(basePath));
  }
  const location = `${basePath}/${search}`;
  return createTextResponse(302, location, { location, 'cache-control': 'no-cache' });
}
