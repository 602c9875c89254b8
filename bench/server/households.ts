/** The total cost of a tick: its push, the change events at the account's devices, and the pull that follows. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { subscribeDevice } from '#bench/load/subscribe-device.ts';
import type { BenchUser } from '#bench/load/sign-up.ts';
import { createUserFactory, seedAccounts } from '#bench/load/seed-accounts.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { createProxy } from '#bench/sync/proxy.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfPostgres, cpuOfServer } from './cpu-time.ts';

const HOUSEHOLDS = 50;
const DEVICES = 2;
/** Each household ticks once a second, evenly spread over the second. */
const SECONDS = 8;
/** The first account number; other benchmarks use lower ones. */
const FIRST = 200_000;

/** Measures a load that is low enough that no request waits for another. */
export async function measureHouseholds({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  // Counts the bytes.
  const proxy = await createProxy(server.address);
  try {
    await seedAccounts(sql, FIRST, FIRST + HOUSEHOLDS);
    const userOf = await createUserFactory(sql);
    const numbers = Array.from({ length: HOUSEHOLDS }, (_, at) => FIRST + at);
    const people = await Promise.all(numbers.map(userOf));
    const devices = people.flatMap((user) => Array.from({ length: DEVICES }, () => user));
    const closers = await Promise.all(devices.map((user) => subscribeDevice(proxy.address, user)));
    const shop = (seconds: number) =>
      Promise.all(people.map((user, at) => tickEachSecond({ address: proxy.address, user, at, seconds })));
    // Warm up: statements get prepared and hot code gets compiled.
    await shop(3);
    const [node, database] = [await cpuOfServer(), await cpuOfPostgres(sql)];
    const read = async () => ({ node: await node(), postgres: await database(), bytes: proxy.counts().bytesDown });
    const before = await read();
    await shop(SECONDS);
    const ticks = HOUSEHOLDS * SECONDS;
    const after = await read();
    for (const close of closers) close();
    const kilobytes = (after.bytes - before.bytes) / 1024 / ticks;
    return [
      cpuRow('Node', (after.node - before.node) / ticks),
      cpuRow('Postgres', (after.postgres - before.postgres) / ticks),
      toRow({ name: 'households, on the wire down for a tick', ours: kilobytes, unit: 'kB', limit: null }),
    ];
  } finally {
    await proxy.close();
    await sql.end();
  }
}

const cpuRow = (program: string, ours: number): Row =>
  toRow({ name: `households, ${program} for a tick`, ours, unit: 'ms of CPU', limit: null });

type Shopping = {
  readonly address: string;
  readonly user: BenchUser;
  readonly at: number;
  readonly seconds: number;
};

/** A second after a change event, the other device pulls the changed table, which returns this one row, and the list's name. */
async function tickEachSecond({ address, user, at, seconds }: Shopping): Promise<void> {
  const rest = `${address}/rest/v1`;
  const items = `${rest}/grocery_items?select=*&user_id=eq.${user.id}&version=gt.`;
  const list = `${rest}/lists?select=*&id=eq.${user.id}&version=gt.0&order=version.asc&limit=1000`;
  await wait((1000 * at) / HOUSEHOLDS);
  for (let second = 0; second < seconds; second += 1) {
    const next = wait(1000);
    const row = { id: `${user.id}-${second % 20}`, user_id: user.id, checked: true };
    const seq = { device_id: 'bench', device_seq: Date.now() };
    const answer = await send(`${rest}/grocery_items?on_conflict=id&select=*`, user, [{ ...row, ...seq }]);
    const before = Number(/"version":(\d+)/u.exec(answer)?.[1]) - 1;
    await next;
    await Promise.all([send(`${items}${before}&order=version.asc&limit=1000`, user), send(list, user)]);
  }
}

async function send(address: string, { headers }: BenchUser, rows?: readonly object[]): Promise<string> {
  const prefer = 'return=representation,resolution=merge-duplicates,missing=default';
  const write = { 'content-type': 'application/json', prefer };
  const answer =
    rows === undefined
      ? await fetch(address, { headers })
      : await fetch(address, { method: 'POST', headers: { ...headers, ...write }, body: JSON.stringify(rows) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return text;
}
