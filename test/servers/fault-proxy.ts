/** A proxy between devices and the server, which counts traffic and stalls, drops, cuts, repeats, delays or refuses requests. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** A request of the device. A WebSocket request has the method UPGRADE. */
export type Arrival = { readonly method: string; readonly path: string; readonly body: string };

export type Fault =
  /** The request is accepted and never answered. */
  | 'stall'
  /** The connection ends before the server receives the request. */
  | 'drop'
  /** The server handles the request, but the answer is lost. */
  | 'cut-after'
  /** The server receives the request twice. */
  | 'duplicate'
  /** The delay of the request. */
  | { readonly delayMs: number }
  /** The server never receives the request; this is the answer. */
  | { readonly status: number; readonly body: object };

export type FaultProxy = {
  /** The app's address for the device. */
  readonly address: string;
  /** All requests so far. */
  readonly arrivals: readonly Arrival[];
  /** Sets the function that chooses the fault of each request; null for none. */
  readonly injectFaults: (choose: (arrival: Arrival) => Fault | null) => void;
  /** Sets the function that decides, for each message of a WebSocket, whether the connection ends. */
  readonly cutSockets: (isCut: () => boolean) => void;
  readonly counts: () => ProxyCounts;
  readonly close: () => Promise<void>;
};

type ProxyCounts = {
  /** Without those that open a WebSocket. */
  readonly requests: number;
  readonly faults: number;
  /** Bytes on the wire between clients and the proxy, headers included. */
  readonly bytesUp: number;
  readonly bytesDown: number;
};

/** @param target the server's address */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const arrivals: Arrival[] = [];
  const faults = createFaults(arrivals);
  const sockets = trackSockets();
  const server = createServer((request, response) => {
    void handle({ target, request, response, arrive: faults.arrive }).catch(() => request.socket.destroy());
  });
  server.on('connection', sockets.track);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (faults.arrive({ method: 'UPGRADE', path: request.url ?? '', body: '' }) !== null) return;
    const upstream = connect(Number(port), hostname);
    join(request, { socket, head, upstream, isCut: faults.isCut });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own.port}`,
    arrivals,
    injectFaults: faults.injectFaults,
    cutSockets: faults.cutSockets,
    counts: () => ({ requests: arrivals.filter(isRequest).length, faults: faults.count(), ...sockets.countBytes() }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      sockets.destroyAll();
      await closed;
    },
  };
}

const isRequest = ({ method }: Arrival): boolean => method !== 'UPGRADE';

function createFaults(arrivals: Arrival[]) {
  let choose: (arrival: Arrival) => Fault | null = () => null;
  let decide = (): boolean => false;
  let happened = 0;
  return {
    count: () => happened,
    injectFaults: (next: typeof choose): void => void (choose = next),
    cutSockets: (next: typeof decide): void => void (decide = next),
    arrive: (arrival: Arrival): Fault | null => {
      arrivals.push(arrival);
      const fault = choose(arrival);
      if (fault !== null) happened += 1;
      return fault;
    },
    isCut: (): boolean => {
      const isCut = decide();
      if (isCut) happened += 1;
      return isCut;
    },
  };
}

function trackSockets() {
  const open = new Set<Socket>();
  const closed = { bytesUp: 0, bytesDown: 0 };
  return {
    track: (socket: Socket): void => {
      open.add(socket);
      // Clients that disconnect midway are expected.
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        open.delete(socket);
        closed.bytesUp += socket.bytesRead;
        closed.bytesDown += socket.bytesWritten;
      });
    },
    countBytes: () => ({
      bytesUp: [...open].reduce((sum, { bytesRead }) => sum + bytesRead, closed.bytesUp),
      bytesDown: [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, closed.bytesDown),
    }),
    destroyAll(): void {
      for (const socket of open) socket.destroy();
    },
  };
}

type Handling = {
  readonly target: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly arrive: (arrival: Arrival) => Fault | null;
};

async function handle({ target, request, response, arrive }: Handling): Promise<void> {
  const body = await readAll(request);
  const fault = arrive(describe(request, body));
  if (fault === 'stall') return;
  if (fault === 'drop') {
    request.socket.destroy();
    return;
  }
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
const describe = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Arrival => ({
  method,
  path: url,
  body: (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
});

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Ends = {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly upstream: Socket;
  readonly isCut: () => boolean;
};

/** Connects both ends of a WebSocket, which is two streams of bytes. */
function join({ url, rawHeaders }: IncomingMessage, { socket, head, upstream, isCut }: Ends): void {
  const cut = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  const lines = [`GET ${url ?? ''} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
  upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
  upstream.write(head);
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    from.on('error', cut).on('close', cut);
    from.on('data', (chunk: Buffer) => {
      if (isCut()) cut();
      else to.write(chunk);
    });
  }
}
