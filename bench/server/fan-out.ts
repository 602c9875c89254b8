/** Fan-out: the time from a change until the last of many subscribers receives it, next to a plain socket broadcast. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { connectToOurs, connectToReference, type Subscribers } from '#bench/load/subscribers.ts';
import { signUp, type BenchUser } from '#bench/load/sign-up.ts';
import type { SocketServer } from '#bench/reference/socket-server.ts';
import { median, toRow, type Row } from '#bench/row.ts';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';
import { startRpcProcess } from '#bench/sync/rpc-process.ts';
import type { Stack } from '#bench/sync/stack.ts';

const CHANGES = 30;
/** Changes before the measurement, because both programs have just started. */
const WARM_UP = 40;

/** Measures a group of `size` subscribers and returns its rows. */
export async function measureFanOut({ server, databaseUrl }: Stack, size: number): Promise<readonly Row[]> {
  const reference = startRpcProcess<SocketServer>(new URL('../reference/socket-server.ts', import.meta.url), [
    databaseUrl,
  ]);
  try {
    const { user, ours, kilobytes } = await connectAndWeigh(server, size);
    const socket = await reference.call('address');
    const theirs = await connectToReference(socket, size);
    const times = await timeChanges({ address: server.address, user, socket }, { ours, reference: theirs });
    await Promise.all([ours.close(), theirs.close()]);
    const name = `fan-out to ${size.toLocaleString('en')}`;
    return [
      toRow({ name, ours: median(times.ours), reference: median(times.reference), unit: 'ms', limit: 2.5 }),
      toRow({ name: `${name}, server memory of each`, ours: kilobytes, unit: 'kB', limit: 60 }),
    ];
  } finally {
    await reference.end();
  }
}

/** Restarts the server, so that other work has not grown its heap, and connects a few subscribers before the first reading. */
async function connectAndWeigh(server: Stack['server'], size: number) {
  await server.stop();
  await server.start();
  const user = await signUp(server.address);
  const few = await connectToOurs(server.address, user, 20);
  await few.close();
  await wait(1000);
  const before = await server.memory();
  const ours = await connectToOurs(server.address, user, size);
  await wait(1000);
  return { user, ours, kilobytes: (1024 * ((await server.memory()) - before)) / size };
}

type Addresses = {
  readonly address: string;
  readonly user: BenchUser;
  readonly socket: string;
};
type Group = 'ours' | 'reference';
type SubscriberGroups = Readonly<Record<Group, Subscribers>>;

async function timeChanges({ address, user, socket }: Addresses, groups: SubscriberGroups) {
  const sender = new WebSocket(`${socket}/subscribers`);
  await once(sender, 'open');
  const times: Record<Group, number[]> = { ours: [], reference: [] };
  for (let at = 0; at < WARM_UP + CHANGES; at += 1) {
    const row = { id: `${user.id}-${at}`, name: 'Milk', category: 'c', checked: false };
    times.ours.push(await timeChange(groups.ours, () => write(address, user, row)));
    const message = { type: 'row', number: at, row: { ...row, deleted: false } };
    times.reference.push(
      await timeChange(groups.reference, () => Promise.resolve(sender.send(JSON.stringify(message)))),
    );
  }
  sender.terminate();
  const measured = (group: Group): readonly number[] => times[group].slice(WARM_UP);
  return { ours: measured('ours'), reference: measured('reference') };
}

async function write(address: string, { headers }: BenchUser, row: unknown): Promise<void> {
  const answer = await fetch(`${address}/rest/v1/grocery_items?on_conflict=id`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify(row),
  });
  await answer.text();
}

async function timeChange(subscribers: Subscribers, change: () => Promise<unknown>): Promise<number> {
  const received = subscribers.whenAllReceived();
  const begun = monotonicNow();
  await change();
  const milliseconds = (await received) - begun;
  // Keeps the work that follows a change out of the next measurement.
  await wait(50);
  return milliseconds;
}
