/** Reference for sync: a WebSocket server with one statement, one commit and one broadcast for each message. */
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { WebSocketServer, type WebSocket } from 'ws';
import { serveRpc } from '#bench/sync/rpc-process.ts';
import type { FromServer, ReferenceRow, ToServer } from './messages.ts';

const sql = postgres(process.argv[2] ?? '', { max: 10, onnotice: () => undefined });
await sql`create table if not exists reference_rows (
  id text primary key, room text not null, name text not null, category text not null,
  checked boolean not null, deleted boolean not null)`;
await sql`create index if not exists reference_rows_by_room on reference_rows (room)`;

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const sockets = new Map<WebSocket, string>();

server.on('connection', (socket, request) => {
  const room = request.url?.slice(1) ?? '';
  sockets.set(socket, room);
  // In order, so that the last message sent is the last one stored.
  let tail: Promise<unknown> = Promise.resolve();
  socket.on('message', (data) => {
    // The only client is device-process.ts.
    // oxlint-disable-next-line typescript/no-base-to-string, typescript/no-unsafe-type-assertion
    const message = JSON.parse(data.toString()) as ToServer;
    tail = tail.then(() => (message.type === 'all' ? sendAll(socket, room) : store(socket, room, message)));
  });
  socket.on('close', () => sockets.delete(socket));
});

async function store(
  from: WebSocket,
  room: string,
  { number, row }: Extract<ToServer, { type: 'row' }>,
): Promise<void> {
  const { id, name, category, checked, deleted } = row;
  await sql`insert into reference_rows values (${id}, ${room}, ${name}, ${category}, ${checked}, ${deleted})
    on conflict (id) do update set name = excluded.name, category = excluded.category,
      checked = excluded.checked, deleted = excluded.deleted`;
  send(from, { type: 'acknowledged', number });
  const broadcast: FromServer = { type: 'rows', rows: [row] };
  const text = JSON.stringify(broadcast);
  for (const [socket, joined] of sockets) if (socket !== from && joined === room) socket.send(text);
}

async function sendAll(socket: WebSocket, room: string): Promise<void> {
  const rows = await sql<ReferenceRow[]>`
    select id, name, category, checked, deleted from reference_rows where room = ${room}`;
  send(socket, { type: 'rows', rows });
}

const send = (socket: WebSocket, message: FromServer): void => socket.send(JSON.stringify(message));

const api = {
  address: (): string => {
    // The address of a server that listens on a port is an object.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port } = server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}`;
  },
};

export type SocketServer = typeof api;

serveRpc(api);
