/** A network between devices and the server: it counts, and it can be a bad one. */
import { once } from 'node:events';
import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './chance.ts';

export type Proxy = {
  readonly address: string;
  /** From now on things go wrong by this chance; null: nothing does. */
  readonly setWeather: (storm: Chance | null) => void;
  readonly counts: () => ProxyCounts;
  readonly close: () => Promise<void>;
};

type ProxyCounts = {
  readonly requests: number;
  readonly faults: number;
  /** On the wire, heads included, as clients sent and got them. */
  readonly bytesUp: number;
  readonly bytesDown: number;
};

/** @param target the server's address */
export async function createProxy(target: string): Promise<Proxy> {
  const place = { host: '127.0.0.1', port: Number(new URL(target).port) };
  const air = createAir();
  const sockets = new Set<Socket>();
  const gone = { bytesUp: 0, bytesDown: 0 };
  const server = createServer((incoming, answer) => void carry({ place, air, incoming, answer }));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      gone.bytesUp += socket.bytesRead;
      gone.bytesDown += socket.bytesWritten;
    });
  });
  server.on('upgrade', (incoming, socket, head) => carrySocket({ place, air, incoming, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    setWeather: (storm) => air.setWeather(storm),
    counts: () => ({
      ...air.counts(),
      bytesUp: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, gone.bytesUp),
      bytesDown: [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, gone.bytesDown),
    }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Fault = 'drop' | 'cut' | 'duplicate' | 'delay' | 'hang';
/** How often each happens in a storm. */
const FAULTS: Readonly<Record<Fault, number>> = { drop: 0.07, cut: 0.07, duplicate: 0.07, delay: 0.15, hang: 0.005 };
/** A socket in a storm is cut at so many of its messages. */
const SOCKET_CUTS = 0.02;

function createAir() {
  let storm: Chance | null = null;
  let requests = 0;
  let faults = 0;
  const happens = (probability: number): boolean => {
    if (storm === null || !storm.isLucky(probability)) return false;
    faults += 1;
    return true;
  };
  return {
    setWeather(next: Chance | null): void {
      storm = next;
    },
    counts: () => ({ requests, faults }),
    noteRequest: () => void (requests += 1),
    happens,
    happensTo: (fault: Fault): boolean => happens(FAULTS[fault]),
    linger: () => wait(storm?.below(1500) ?? 0),
  };
}

type Air = ReturnType<typeof createAir>;
type Place = { readonly host: string; readonly port: number };
type Carried = { readonly place: Place; readonly air: Air; readonly incoming: IncomingMessage };

const agent = new Agent({ keepAlive: true });

async function carry({ place, air, incoming, answer }: Carried & { readonly answer: ServerResponse }): Promise<void> {
  air.noteRequest();
  const give = (): void => void answer.destroy();
  try {
    const body = await readAll(incoming);
    const send = () => forward({ place, incoming, body });
    if (air.happensTo('drop')) return give();
    // The client's patience ends it.
    if (air.happensTo('hang')) return;
    if (air.happensTo('delay')) await air.linger();
    if (air.happensTo('duplicate')) await send();
    const got = await send();
    if (air.happensTo('cut')) return give();
    if (air.happensTo('delay')) await air.linger();
    answer.writeHead(got.status, got.headers);
    answer.end(got.body);
  } catch {
    give();
  }
}

type Request = { readonly place: Place; readonly incoming: IncomingMessage; readonly body: Buffer };
type Got = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

async function forward({ place, incoming, body }: Request): Promise<Got> {
  const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
  const { method, url: path } = incoming;
  const sent = ask({ ...place, agent, method, path, headers: { ...headers, 'content-length': body.length } });
  sent.end(body);
  // What comes with this event of a client's request is the answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { connection: _kept, 'transfer-encoding': _chunks, ...kept } = response.headers;
  const answered = await readAll(response);
  return { status: response.statusCode ?? 502, headers: kept, body: answered };
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A stream without an encoding gives buffers.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A WebSocket is two streams of bytes. */
function carrySocket({
  place,
  air,
  incoming,
  socket,
  head,
}: Carried & { readonly socket: Duplex; readonly head: Buffer }): void {
  const server = connect(place);
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
    if (air.happens(SOCKET_CUTS)) cut();
    else to.write(chunk);
  };
  socket.on('data', pass(server));
  server.on('data', pass(socket));
}
