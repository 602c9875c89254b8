/** A proxy between a device and the server that stalls, cuts, repeats, delays or refuses requests. */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** A request of the device. A WebSocket request has the method UPGRADE. */
export type AuthCallback = { readonly method: string; readonly path: string; readonly body: string };

type Fault =
  /** The request is accepted and never answered. */
  | 'stall'
  /** The server handles the request, but the answer is lost. */
  | 'cut-after'
  /** The server receives the request twice. */
  | 'duplicate'
  /** The delay of a message. */
  | { readonly delayMs: number }
  /** The server never receives the request; this is the answer. */
  | { readonly status: number; readonly body: object };

export type FaultProxy = {
  /** The app's address for the device. */
  readonly address: string;
  /** All requests so far. */
  readonly arrivals: readonly AuthCallback[];
  /** Sets the function that chooses the fault of each request; null for none. */
  readonly befall: (choose: (arrival: AuthCallback) => Fault | null) => void;
  readonly close: () => Promise<void>;
};

/** @param target the server's address */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const arrivals: AuthCallback[] = [];
  const sockets = new Set<Duplex>();
  let choose: (arrival: AuthCallback) => Fault | null = () => null;
  const arrive = (arrival: AuthCallback): Fault | null => {
    arrivals.push(arrival);
    return choose(arrival);
  };
  const server = createServer((request, response) => {
    void handle({ target, request, response, arrive }).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => keepIn(sockets, socket));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (arrive({ method: 'UPGRADE', path: request.url ?? '', body: '' }) !== null) return;
    const upstream = connect(Number(port), hostname);
    keepIn(sockets, upstream);
    join(request, { socket, head, upstream });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own.port}`,
    arrivals,
    befall(next) {
      choose = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function keepIn(sockets: Set<Duplex>, socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  // Clients that disconnect midway are expected.
  socket.on('error', () => socket.destroy());
}

type Handling = {
  readonly target: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly arrive: (arrival: AuthCallback) => Fault | null;
};

async function handle({ target, request, response, arrive }: Handling): Promise<void> {
  const body = await readAll(request);
  const fault = arrive(describe(request, body));
  if (fault === 'stall') return;
  if (isAnswer(fault)) {
    response.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body));
    return;
  }
  await wait(delayOf(fault));
  if (fault === 'duplicate') await forward(target, request, body);
  const { status, headers, body: answer } = await forward(target, request, body);
  if (fault === 'cut-after') request.socket.destroy();
  else response.writeHead(status, headers).end(answer);
}

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const out = send(target + (url ?? ''), { method, headers, agent: false });
  const answered = once(out, 'response') as Promise<[IncomingMessage]>;
  out.end(body);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer) };
}

type Refusal = Extract<Fault, { readonly status: number }>;

const isAnswer = (fault: Fault | null): fault is Refusal =>
  typeof fault === 'object' && fault !== null && 'status' in fault;

const delayOf = (fault: Fault | null): number =>
  typeof fault === 'object' && fault !== null && 'delayMs' in fault ? fault.delayMs : 0;

/** A long body comes compressed (decision 33). */
const describe = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): AuthCallback => ({
  method,
  path: url,
  body: (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
});

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Ends = { readonly socket: Duplex; readonly head: Buffer; readonly upstream: Socket };

/** Connects both ends of a WebSocket. */
function join({ url, rawHeaders }: IncomingMessage, { socket, head, upstream }: Ends): void {
  const lines = [`GET ${url ?? ''} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
  upstream.write(head);
  upstream.pipe(socket).pipe(upstream);
  socket.on('error', () => upstream.destroy());
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => socket.destroy());
}
