/** What the server costs, beside bare programs on the same Postgres: `npm run bench:server`. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { gatherOurs, gatherReference } from './load/fan-out.ts';
import type { Crowd } from './load/fan-out.ts';
import { signUp } from './load/people.ts';
import { loadUpserts } from './load/upserts.ts';
import type { Load } from './load/upserts.ts';
import { median } from './median.ts';
import type { SocketServer } from './reference/socket-server.ts';
import type { UpsertServer } from './reference/upsert-server.ts';
import { moment } from './sync/moment.ts';
import { startRemote } from './sync/remote.ts';
import { createServerProcess } from './sync/server-process.ts';
import { createFolder, startStack } from './sync/stack.ts';
import type { Stack } from './sync/stack.ts';

const CONNECTIONS = 50;
/** Together eight seconds for each side. */
const ROUNDS = 4;
const ROUND_MS = 2000;
const CHANGES = 15;
const STARTS = 5;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const measures: Readonly<Record<string, (stack: Stack) => Promise<unknown>>> = {
  upserts: measureUpserts,
  'fan-out to 100': (stack) => measureFanOut(stack, 100),
  'fan-out to 1,000': (stack) => measureFanOut(stack, 1000),
};
const rows: Record<string, unknown> = {};
if (values.only === undefined || values.only === 'start') rows['start'] = await measureStart();
const stack = await startStack();
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (values.only === undefined || name.startsWith(values.only)) rows[name] = await measure(stack);
  }
  // What the load left to collect is collected when there is time.
  await wait(5000);
  rows['memory after the load'] = { megabytes: Math.round(await stack.server.memory()) };
} finally {
  await stack.end();
}
if (values.json) console.log(JSON.stringify(rows));
else console.table(rows);

async function measureUpserts({ server, databaseUrl }: Stack) {
  const reference = startRemote<UpsertServer>(new URL('reference/upsert-server.ts', import.meta.url), [databaseUrl]);
  try {
    const bare = await reference.call('address');
    const people = await Promise.all(Array.from({ length: CONNECTIONS }, () => signUp(server.address)));
    const address = `${server.address}/rest/v1/grocery_items?on_conflict=id`;
    const prefer = { prefer: 'resolution=merge-duplicates' };
    const callers = people.map(({ id, headers }) => ({ id, headers: { ...headers, ...prefer } }));
    const runs: { readonly ours: Load; readonly bare: Load }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({
        ours: await loadUpserts(address, callers, ROUND_MS),
        bare: await loadUpserts(bare, callers, ROUND_MS),
      });
    }
    const middle = (pick: (run: (typeof runs)[number]) => number): number => Math.round(median(runs.map(pick)));
    return {
      ours: middle((run) => run.ours.perSecond),
      reference: middle((run) => run.bare.perSecond),
      ratio: median(runs.map((run) => run.ours.perSecond / run.bare.perSecond)),
      p99: middle((run) => run.ours.p99),
      p99Reference: middle((run) => run.bare.p99),
    };
  } finally {
    await reference.end();
  }
}

async function measureFanOut({ server, databaseUrl }: Stack, size: number) {
  const reference = startRemote<SocketServer>(new URL('reference/socket-server.ts', import.meta.url), [databaseUrl]);
  try {
    const person = await signUp(server.address);
    const before = await server.memory();
    const ours = await gatherOurs(server.address, person, size);
    await wait(500);
    const kilobytes = (1024 * ((await server.memory()) - before)) / size;
    const socket = await reference.call('address');
    const its = await gatherReference(socket, size);
    const speaker = new WebSocket(`${socket}/crowd`);
    await once(speaker, 'open');
    const times = { ours: [] as number[], reference: [] as number[] };
    for (let at = 0; at < CHANGES; at += 1) {
      const row = { id: `${person.id}-${at}`, name: 'Milk', category: 'c', checked: false };
      times.ours.push(
        await timeChange(ours, () =>
          fetch(`${server.address}/rest/v1/grocery_items?on_conflict=id`, {
            method: 'POST',
            headers: { ...person.headers, 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' },
            body: JSON.stringify(row),
          }).then((answer) => answer.text()),
        ),
      );
      const message = { type: 'row', number: at, row: { ...row, deleted: false } };
      times.reference.push(await timeChange(its, () => Promise.resolve(speaker.send(JSON.stringify(message)))));
    }
    speaker.terminate();
    await Promise.all([ours.leave(), its.leave()]);
    const row = { ours: median(times.ours), reference: median(times.reference) };
    return { ...row, ratio: row.ours / row.reference, kilobytesEach: Math.round(kilobytes) };
  } finally {
    await reference.end();
  }
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

/** With the built app, with what `npm start` gives the server, on its own Postgres that is there already. */
async function measureStart() {
  const folder = await createFolder();
  const server = await createServerProcess({ DATA_DIR: folder });
  const first = await server.start();
  const times: number[] = [];
  const megabytes: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    await server.stop();
    times.push(await server.start());
    await wait(1500);
    megabytes.push(await server.memory());
  }
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  return { firstMs: Math.round(first), againMs: Math.round(median(times)), megabytes: Math.round(median(megabytes)) };
}
