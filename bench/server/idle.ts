/** Memory that the server uses for an idle connection. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { subscribeDevice } from '#bench/load/subscribe-device.ts';
import { createUserFactory, seedAccounts } from '#bench/load/seed-accounts.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './cpu-time.ts';

const CONNECTIONS = 1000;
/** Connections opened at the same time: few enough that none is refused. The first group is opened before the first reading. */
const GROUP = 50;
/** The first account number; other benchmarks use lower ones. */
const FIRST = 100_000;

/** Measures a thousand connections of each kind. */
export async function measureIdle({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await seedAccounts(sql, FIRST, FIRST + CONNECTIONS + GROUP);
    const userOf = await createUserFactory(sql);
    const { key } = await userOf(FIRST);
    const sockets = `${server.address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
    let last = FIRST;
    const http = await weigh(server, () => keepConnection(server.address));
    const socket = await weigh(server, () => openSocket(sockets));
    const device = await weigh(server, async () => subscribeDevice(server.address, await userOf((last += 1))));
    const joining = { name: 'idle connections, a device that begins to listen', ours: device.cpu } as const;
    return [
      memoryRow('HTTP', http.kilobytes),
      memoryRow('WebSocket', socket.kilobytes),
      memoryRow('a device that listens', device.kilobytes),
      toRow({ ...joining, unit: 'ms of CPU', limit: null }),
    ];
  } finally {
    await sql.end();
  }
}

const memoryRow = (kind: string, ours: number): Row =>
  toRow({ name: `idle connections, ${kind}, each`, ours, unit: 'kB', limit: null });

/** Opens a connection and returns a function that closes it. */
type Open = () => Promise<() => void>;

/** Restarts the server, so that other work has not grown its heap, and measures the memory and CPU for each connection. */
async function weigh(server: Stack['server'], open: Open) {
  await server.stop();
  await server.start();
  const clock = await cpuOfServer();
  const opened = await Promise.all(Array.from({ length: GROUP }, open));
  await wait(1000);
  const before = { memory: await server.memory(), cpu: await clock() };
  for (let at = 0; at < CONNECTIONS; at += GROUP) {
    opened.push(...(await Promise.all(Array.from({ length: GROUP }, open))));
  }
  await wait(1000);
  const kilobytes = (1024 * ((await server.memory()) - before.memory)) / CONNECTIONS;
  const cpu = ((await clock()) - before.cpu) / CONNECTIONS;
  for (const close of opened) close();
  return { kilobytes, cpu };
}

/** Sends one request and keeps the connection open. Each has its own agent, because a shared one would reuse connections. */
async function keepConnection(address: string): Promise<() => void> {
  const asked = get(`${address}/health`, { agent: new Agent({ keepAlive: true }) });
  // Node's types do not say that a `response` event carries a message.
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
