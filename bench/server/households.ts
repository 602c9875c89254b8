/** What a tick costs all in all: its push, the ring at the account's devices, and the pull that follows the ring. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { listenAsDevice } from '#bench/load/device.ts';
import type { Person } from '#bench/load/people.ts';
import { createPersonOf, seedAccounts } from '#bench/load/seeded.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { createProxy } from '#bench/sync/proxy.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfPostgres, cpuOfServer } from './processes.ts';

const HOUSEHOLDS = 50;
const DEVICES = 2;
/** Each household ticks once a second, at its own moment. */
const SECONDS = 8;
/** The first of the accounts' numbers: those below are of other parts. */
const FIRST = 200_000;

/** The rows of a calm hour: nobody waits for anybody. */
export async function measureHouseholds({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  // Only to count what goes through it.
  const proxy = await createProxy(server.address);
  try {
    await seedAccounts(sql, FIRST, FIRST + HOUSEHOLDS);
    const personOf = await createPersonOf(sql);
    const numbers = Array.from({ length: HOUSEHOLDS }, (_, at) => FIRST + at);
    const people = await Promise.all(numbers.map(personOf));
    const devices = people.flatMap((person) => Array.from({ length: DEVICES }, () => person));
    const leave = await Promise.all(devices.map((person) => listenAsDevice(proxy.address, person)));
    const shop = (seconds: number) =>
      Promise.all(people.map((person, at) => tickAway({ address: proxy.address, person, at, seconds })));
    // Statements are prepared, and the compiler has seen what is hot.
    await shop(3);
    const [node, database] = [await cpuOfServer(), await cpuOfPostgres(sql)];
    const look = async () => ({ node: await node(), postgres: await database(), bytes: proxy.counts().bytesDown });
    const before = await look();
    await shop(SECONDS);
    const ticks = HOUSEHOLDS * SECONDS;
    const after = await look();
    for (const end of leave) end();
    const kilobytes = (after.bytes - before.bytes) / 1024 / ticks;
    return [
      cpuRow('Node', (after.node - before.node) / ticks),
      cpuRow('Postgres', (after.postgres - before.postgres) / ticks),
      toRow({ name: 'households, on the wire down for a tick', ours: kilobytes, unit: 'kB', reach: null }),
    ];
  } finally {
    await proxy.close();
    await sql.end();
  }
}

const cpuRow = (who: string, ours: number): Row =>
  toRow({ name: `households, ${who} for a tick`, ours, unit: 'ms of CPU', reach: null });

type Shopping = {
  readonly address: string;
  readonly person: Person;
  readonly at: number;
  readonly seconds: number;
};

/** A second after a ring the other device pulls the table that rang, which gives this one row, and the profile. */
async function tickAway({ address, person, at, seconds }: Shopping): Promise<void> {
  const rest = `${address}/rest/v1`;
  const items = `${rest}/grocery_items?select=*&user_id=eq.${person.id}&version=gt.`;
  const profile = `${rest}/user_profiles?select=*&id=eq.${person.id}&version=gt.0&order=version.asc&limit=1000`;
  await wait((1000 * at) / HOUSEHOLDS);
  for (let second = 0; second < seconds; second += 1) {
    const next = wait(1000);
    const row = { id: `${person.id}-${second % 20}`, user_id: person.id, checked: true };
    const seq = { device_id: 'bench', device_seq: Date.now() };
    const taken = await ask(`${rest}/grocery_items?on_conflict=id&select=*`, person, [{ ...row, ...seq }]);
    const before = Number(/"version":(\d+)/u.exec(taken)?.[1]) - 1;
    await next;
    await Promise.all([ask(`${items}${before}&order=version.asc&limit=1000`, person), ask(profile, person)]);
  }
}

async function ask(address: string, { headers }: Person, rows?: readonly object[]): Promise<string> {
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
