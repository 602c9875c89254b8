/** What the server keeps for a connection on which nothing happens. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { listenAsDevice } from '#bench/load/device.ts';
import { createPersonOf, seedAccounts } from '#bench/load/seeded.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './processes.ts';

const CONNECTIONS = 1000;
/** Opened at once, so that nobody is refused; and before the first look, so that the server has met such a one. */
const FEW = 50;
/** The first of the accounts' numbers: those below are of other parts. */
const FIRST = 100_000;

/** The rows of a thousand connections of each kind. */
export async function measureIdle({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await seedAccounts(sql, FIRST, FIRST + CONNECTIONS + FEW);
    const personOf = await createPersonOf(sql);
    const { key } = await personOf(FIRST);
    const sockets = `${server.address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
    let met = FIRST;
    const http = await weigh(server, () => keepConnection(server.address));
    const socket = await weigh(server, () => openSocket(sockets));
    const device = await weigh(server, async () => listenAsDevice(server.address, await personOf((met += 1))));
    const joining = { name: 'idle connections, a device that begins to listen', ours: device.cpu } as const;
    return [
      memoryRow('HTTP', http.kilobytes),
      memoryRow('WebSocket', socket.kilobytes),
      memoryRow('a device that listens', device.kilobytes),
      toRow({ ...joining, unit: 'ms of CPU', reach: null }),
    ];
  } finally {
    await sql.end();
  }
}

const memoryRow = (kind: string, ours: number): Row =>
  toRow({ name: `idle connections, ${kind}, each`, ours, unit: 'kB', reach: null });

/** Opens a connection, and gives what closes it again. */
type Open = () => Promise<() => void>;

/** On a server that has not grown by other work. */
async function weigh(server: Stack['server'], open: Open) {
  await server.stop();
  await server.start();
  const clock = await cpuOfServer();
  const opened = await Promise.all(Array.from({ length: FEW }, open));
  await wait(1000);
  const before = { memory: await server.memory(), cpu: await clock() };
  for (let at = 0; at < CONNECTIONS; at += FEW) {
    opened.push(...(await Promise.all(Array.from({ length: FEW }, open))));
  }
  await wait(1000);
  const kilobytes = (1024 * ((await server.memory()) - before.memory)) / CONNECTIONS;
  const cpu = ((await clock()) - before.cpu) / CONNECTIONS;
  for (const close of opened) close();
  return { kilobytes, cpu };
}

/** It has had an answer, and is kept for the next request. By an agent of its own: a shared one would use it for others. */
async function keepConnection(address: string): Promise<() => void> {
  const asked = get(`${address}/health`, { agent: new Agent({ keepAlive: true }) });
  // What comes with this event of a client's request is the answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { socket } = answer;
  answer.resume();
  await once(answer, 'end');
  return () => socket.destroy();
}

async function openSocket(address: string): Promise<() => void> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  return () => socket.terminate();
}
