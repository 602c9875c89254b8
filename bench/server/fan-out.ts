/** Fan-out: one change, and the moment at which the last of many listeners knows it; beside one socket server's broadcast. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { gatherOurs, gatherReference } from '#bench/load/fan-out.ts';
import type { Crowd } from '#bench/load/fan-out.ts';
import { signUp } from '#bench/load/people.ts';
import type { Person } from '#bench/load/people.ts';
import { median } from '#bench/median.ts';
import type { SocketServer } from '#bench/reference/socket-server.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { moment } from '#bench/sync/moment.ts';
import { startRemote } from '#bench/sync/remote.ts';
import type { Stack } from '#bench/sync/stack.ts';

const CHANGES = 30;
/** Both programs have just been started: what is measured is how they run, not how they begin. */
const BEFORE = 40;

/** The rows of a crowd of this size. */
export async function measureFanOut({ server, databaseUrl }: Stack, size: number): Promise<readonly Row[]> {
  const reference = startRemote<SocketServer>(new URL('../reference/socket-server.ts', import.meta.url), [databaseUrl]);
  try {
    const { person, ours, kilobytes } = await weighCrowd(server, size);
    const socket = await reference.call('address');
    const its = await gatherReference(socket, size);
    const times = await timeChanges({ address: server.address, person, socket }, { ours, its });
    await Promise.all([ours.leave(), its.leave()]);
    const name = `fan-out to ${size.toLocaleString('en')}`;
    return [
      toRow({ name, ours: median(times.ours), reference: median(times.its), unit: 'ms', reach: 1.5 }),
      toRow({ name: `${name}, server memory of each`, ours: kilobytes, unit: 'kB', reach: 60 }),
    ];
  } finally {
    await reference.end();
  }
}

/** On a server that has not grown by other work, and that has met a few listeners before. */
async function weighCrowd(server: Stack['server'], size: number) {
  await server.stop();
  await server.start();
  const person = await signUp(server.address);
  const few = await gatherOurs(server.address, person, 20);
  await few.leave();
  await wait(1000);
  const before = await server.memory();
  const ours = await gatherOurs(server.address, person, size);
  await wait(1000);
  return { person, ours, kilobytes: (1024 * ((await server.memory()) - before)) / size };
}

type Places = { readonly address: string; readonly person: Person; readonly socket: string };
type Crowds = { readonly ours: Crowd; readonly its: Crowd };

async function timeChanges({ address, person, socket }: Places, { ours, its }: Crowds) {
  const speaker = new WebSocket(`${socket}/crowd`);
  await once(speaker, 'open');
  const times = { ours: [] as number[], its: [] as number[] };
  for (let at = 0; at < BEFORE + CHANGES; at += 1) {
    const row = { id: `${person.id}-${at}`, name: 'Milk', category: 'c', checked: false };
    times.ours.push(await timeChange(ours, () => write(address, person, row)));
    const message = { type: 'row', number: at, row: { ...row, deleted: false } };
    times.its.push(await timeChange(its, () => Promise.resolve(speaker.send(JSON.stringify(message)))));
  }
  speaker.terminate();
  return { ours: times.ours.slice(BEFORE), its: times.its.slice(BEFORE) };
}

async function write(address: string, { headers }: Person, row: unknown): Promise<void> {
  const answer = await fetch(`${address}/rest/v1/grocery_items?on_conflict=id`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify(row),
  });
  await answer.text();
}

async function timeChange(crowd: Crowd, change: () => Promise<unknown>): Promise<number> {
  const heard = crowd.whenHeard();
  const begun = moment();
  await change();
  const milliseconds = (await heard) - begun;
  // What the last one leaves to do is not the next one's.
  await wait(50);
  return milliseconds;
}
