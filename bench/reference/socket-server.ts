/** The reference of the sync: one WebSocket server, one statement and one commit for each message, and a broadcast. */
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { serveRemote } from '#bench/sync/remote.ts';
import type { FromServer, ReferenceRow, ToServer } from './wire.ts';

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
  // One after the other, so that the last to be sent is the last to count.
  let tail: Promise<unknown> = Promise.resolve();
  socket.on('message', (data) => {
    // Only our own reference-device.ts calls.
    // oxlint-disable-next-line typescript/no-base-to-string, typescript/no-unsafe-type-assertion
    const message = JSON.parse(data.toString()) as ToServer;
    tail = tail.then(() => (message.type === 'all' ? sendAll(socket, room) : take(socket, room, message)));
  });
  socket.on('close', () => sockets.delete(socket));
});

async function take(from: WebSocket, room: string, { number, row }: Extract<ToServer, { type: 'row' }>): Promise<void> {
  const { id, name, category, checked, deleted } = row;
  await sql`insert into reference_rows values (${id}, ${room}, ${name}, ${category}, ${checked}, ${deleted})
    on conflict (id) do update set name = excluded.name, category = excluded.category,
      checked = excluded.checked, deleted = excluded.deleted`;
  say(from, { type: 'taken', number });
  const told: FromServer = { type: 'rows', rows: [row] };
  const text = JSON.stringify(told);
  for (const [socket, its] of sockets) if (socket !== from && its === room) socket.send(text);
}

async function sendAll(socket: WebSocket, room: string): Promise<void> {
  const rows = await sql<ReferenceRow[]>`
    select id, name, category, checked, deleted from reference_rows where room = ${room}`;
  say(socket, { type: 'rows', rows });
}

const say = (socket: WebSocket, message: FromServer): void => socket.send(JSON.stringify(message));

const api = {
  address: (): string => {
    // A server that listens on a port has an address of this kind.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port } = server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}`;
  },
};

export type SocketServer = typeof api;

serveRemote(api);
