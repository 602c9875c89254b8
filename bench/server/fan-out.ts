/** Fan-out: the time from a change until the last of many subscribers receives it, next to a plain socket broadcast. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { shareList } from '#bench/load/share-list.ts';
import { connectToOurs, connectToReference } from '#bench/load/subscribers.ts';
import type { Subscribers } from '#bench/load/subscribers.ts';
import { signUp } from '#bench/load/sign-up.ts';
import type { BenchUser } from '#bench/load/sign-up.ts';
import { median } from '#bench/median.ts';
import type { SocketServer } from '#bench/reference/socket-server.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
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
    const { owner, listId, members } = await connectMembers({ server, databaseUrl }, size);
    const addresses = { address: server.address, user, owner, listId, socket };
    const times = await timeChanges(addresses, { ours, members, reference: theirs });
    await Promise.all([ours.close(), members.close(), theirs.close()]);
    const name = `fan-out to ${size.toLocaleString('en')}`;
    const toMembers = {
      name: `${name}, between two members`,
      ours: median(times.members),
      reference: median(times.ours),
    };
    return [
      toRow({ name, ours: median(times.ours), reference: median(times.reference), unit: 'ms', limit: 2.5 }),
      toRow({ ...toMembers, unit: 'ms', limit: 1.3 }),
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
  const few = await connectToOurs(server.address, { user }, 20);
  await few.close();
  await wait(1000);
  const before = await server.memory();
  const ours = await connectToOurs(server.address, { user }, size);
  await wait(1000);
  return { user, ours, kilobytes: (1024 * ((await server.memory()) - before)) / size };
}

/**
 * Connects subscribers of an account that shares a list with its owner. The other subscribers are of a third account, because
 * an owner's plain subscription receives the changes of all of its lists.
 */
async function connectMembers({ server, databaseUrl }: Pick<Stack, 'server' | 'databaseUrl'>, size: number) {
  const [owner, user] = [await signUp(server.address), await signUp(server.address)];
  const sql = postgres(databaseUrl, { max: 1 });
  const listId = await shareList(sql, owner.id, user.id);
  await sql.end();
  return { owner, listId, members: await connectToOurs(server.address, { user, listId }, size) };
}

type Addresses = {
  readonly address: string;
  readonly user: BenchUser;
  /** The owner of the shared list. */
  readonly owner: BenchUser;
  readonly listId: string;
  readonly socket: string;
};
type Group = 'ours' | 'members' | 'reference';
type SubscriberGroups = Readonly<Record<Group, Subscribers>>;

async function timeChanges({ address, user, owner, listId, socket }: Addresses, groups: SubscriberGroups) {
  const sender = new WebSocket(`${socket}/subscribers`);
  await once(sender, 'open');
  const times: Record<Group, number[]> = { ours: [], members: [], reference: [] };
  for (let at = 0; at < WARM_UP + CHANGES; at += 1) {
    const row = { id: `${user.id}-${at}`, name: 'Milk', category: 'c', checked: false };
    times.ours.push(await timeChange(groups.ours, () => write(address, user, row)));
    const shared = { ...row, id: `${row.id}-${listId}`, list_id: listId };
    times.members.push(await timeChange(groups.members, () => write(address, owner, shared)));
    const message = { type: 'row', number: at, row: { ...row, deleted: false } };
    times.reference.push(
      await timeChange(groups.reference, () => Promise.resolve(sender.send(JSON.stringify(message)))),
    );
  }
  sender.terminate();
  const measured = (group: Group): readonly number[] => times[group].slice(WARM_UP);
  return { ours: measured('ours'), members: measured('members'), reference: measured('reference') };
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
