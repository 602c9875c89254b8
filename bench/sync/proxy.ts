/** A network proxy between devices and the server, which counts traffic and can inject faults. */
import { once } from 'node:events';
import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';

export type Proxy = {
  readonly address: string;
  /** Injects faults with these random numbers from now on; null stops them. */
  readonly setFaults: (random: SeededRandom | null) => void;
  readonly counts: () => ProxyCounts;
  readonly close: () => Promise<void>;
};

type ProxyCounts = {
  readonly requests: number;
  readonly faults: number;
  /** Bytes on the wire between clients and the proxy, headers included. */
  readonly bytesUp: number;
  readonly bytesDown: number;
};

/** @param serverUrl the server's address */
export async function createProxy(serverUrl: string): Promise<Proxy> {
  const target = { host: '127.0.0.1', port: Number(new URL(serverUrl).port) };
  const injector = createFaultInjector();
  const sockets = new Set<Socket>();
  const closed = { bytesUp: 0, bytesDown: 0 };
  const server = createServer((incoming, answer) => void proxyRequest({ target, injector, incoming, answer }));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      closed.bytesUp += socket.bytesRead;
      closed.bytesDown += socket.bytesWritten;
    });
  });
  server.on('upgrade', (incoming, socket, head) => proxySocket({ target, injector, incoming, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server that listens on a port is an object.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    setFaults: (random) => injector.setFaults(random),
    counts: () => ({
      ...injector.counts(),
      bytesUp: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, closed.bytesUp),
      bytesDown: [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, closed.bytesDown),
    }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Fault = 'drop' | 'cut' | 'duplicate' | 'delay' | 'hang';
/** The probability of each fault. */
const FAULTS: Readonly<Record<Fault, number>> = { drop: 0.07, cut: 0.07, duplicate: 0.07, delay: 0.15, hang: 0.005 };
/** The probability that a message cuts its socket. */
const SOCKET_CUTS = 0.02;

function createFaultInjector() {
  let random: SeededRandom | null = null;
  let requests = 0;
  let faults = 0;
  const happens = (probability: number): boolean => {
    if (random === null || !random.isHit(probability)) return false;
    faults += 1;
    return true;
  };
  return {
    setFaults(next: SeededRandom | null): void {
      random = next;
    },
    counts: () => ({ requests, faults }),
    countRequest: () => void (requests += 1),
    happens,
    happensTo: (fault: Fault): boolean => happens(FAULTS[fault]),
    delay: () => wait(random?.below(1500) ?? 0),
  };
}

type FaultInjector = ReturnType<typeof createFaultInjector>;
type Target = { readonly host: string; readonly port: number };
type Proxied = { readonly target: Target; readonly injector: FaultInjector; readonly incoming: IncomingMessage };

const agent = new Agent({ keepAlive: true });

async function proxyRequest({
  target,
  injector,
  incoming,
  answer,
}: Proxied & { readonly answer: ServerResponse }): Promise<void> {
  injector.countRequest();
  const abort = (): void => void answer.destroy();
  try {
    const body = await readAll(incoming);
    const send = () => forward({ target, incoming, body });
    if (injector.happensTo('drop')) return abort();
    // Never answered; the client's timeout ends the request.
    if (injector.happensTo('hang')) return;
    if (injector.happensTo('delay')) await injector.delay();
    if (injector.happensTo('duplicate')) await send();
    const response = await send();
    if (injector.happensTo('cut')) return abort();
    if (injector.happensTo('delay')) await injector.delay();
    answer.writeHead(response.status, response.headers);
    answer.end(response.body);
  } catch {
    abort();
  }
}

type Request = { readonly target: Target; readonly incoming: IncomingMessage; readonly body: Buffer };
type Response = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

async function forward({ target, incoming, body }: Request): Promise<Response> {
  const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
  const { method, url: path } = incoming;
  const sent = ask({ ...target, agent, method, path, headers: { ...headers, 'content-length': body.length } });
  sent.end(body);
  // Node's types do not say that a `response` event carries a message.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { connection: _kept, 'transfer-encoding': _chunks, ...recorded } = response.headers;
  const answered = await readAll(response);
  return { status: response.statusCode ?? 502, headers: recorded, body: answered };
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A stream without an encoding gives buffers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Connects both ends of a WebSocket, which is two streams of bytes. */
function proxySocket({
  target,
  injector,
  incoming,
  socket,
  head,
}: Proxied & { readonly socket: Duplex; readonly head: Buffer }): void {
  const server = connect(target);
  const cut = (): void => {
    socket.destroy();
    server.destroy();
  };
  for (const end of [socket, server]) {
    end.on('error', cut);
    end.on('close', cut);
  }
  const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  server.write([`GET ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  server.write(head);
  const pass = (to: Duplex) => (chunk: Buffer) => {
    if (injector.happens(SOCKET_CUTS)) cut();
    else to.write(chunk);
  };
  socket.on('data', pass(server));
  server.on('data', pass(socket));
}
