/** Durable upserts: fifty connections that write, beside bare Node on the same Postgres; what they cost, and what they leave. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { signUp } from '#bench/load/people.ts';
import { loadUpserts } from '#bench/load/upserts.ts';
import type { Caller, Load } from '#bench/load/upserts.ts';
import { median } from '#bench/median.ts';
import type { UpsertServer } from '#bench/reference/upsert-server.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { startRemote } from '#bench/sync/remote.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOf, cpuOfPostgres, cpuOfServer } from './processes.ts';
import type { CpuClock } from './processes.ts';

const CONNECTIONS = 50;
/** Together eight seconds for each side. */
const ROUNDS = 4;
const ROUND_MS = 2000;

/** The rows of the load. */
export async function measureUpserts({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const reference = startRemote<UpsertServer>(new URL('../reference/upsert-server.ts', import.meta.url), [databaseUrl]);
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const bare = await reference.call('address');
    const callers = await gatherCallers(server.address, CONNECTIONS);
    const clocks = { postgres: await cpuOfPostgres(sql) };
    const ours = { ...clocks, address: upsertAddress(server.address), node: await cpuOfServer(), callers };
    const its = { ...clocks, address: bare, node: cpuOf(reference.pid), callers };
    const runs: { readonly ours: Run; readonly its: Run }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({ ours: await run(ours), its: await run(its) });
    }
    // What the load left to collect is collected when there is time.
    await wait(5000);
    const memory = await server.memory();
    return [
      ...toRows(runs),
      toRow({ name: 'durable upserts, memory afterwards', ours: memory, unit: 'MB', reach: null }),
    ];
  } finally {
    await sql.end();
    await reference.end();
  }
}

/** Where a row of the list is written. */
export const upsertAddress = (address: string): string => `${address}/rest/v1/grocery_items?on_conflict=id`;

/** Each with an account of its own. */
export async function gatherCallers(address: string, count: number): Promise<readonly Caller[]> {
  const people = await Promise.all(Array.from({ length: count }, () => signUp(address)));
  const prefer = { prefer: 'resolution=merge-duplicates' };
  return people.map(({ id, headers }) => ({ id, headers: { ...headers, ...prefer } }));
}

type Side = {
  readonly address: string;
  readonly callers: readonly Caller[];
  readonly node: CpuClock;
  readonly postgres: CpuClock;
};

/** A load, and the CPU for one of its upserts. */
type Run = Load & { readonly node: number; readonly postgres: number };

async function run({ address, callers, node, postgres: database }: Side): Promise<Run> {
  const before = [await node(), await database()] as const;
  const load = await loadUpserts(address, callers, ROUND_MS);
  const each = (after: number, first: number): number => (after - first) / load.count;
  return { ...load, node: each(await node(), before[0]), postgres: each(await database(), before[1]) };
}

function toRows(runs: readonly { readonly ours: Run; readonly its: Run }[]): readonly Row[] {
  const middle = (figure: keyof Run) => ({
    ours: median(runs.map(({ ours }) => ours[figure])),
    reference: median(runs.map(({ its }) => its[figure])),
  });
  const cpu = { unit: 'ms of CPU', reach: null } as const;
  return [
    // At least 0.6 of the bare program's rate.
    toRow({ name: 'durable upserts', ...middle('perSecond'), unit: 'per second', reach: 1 / 0.6, isRate: true }),
    toRow({ name: 'durable upserts, p99', ...middle('p99'), unit: 'ms', reach: null }),
    toRow({ name: 'durable upserts, Node for each', ...middle('node'), ...cpu }),
    toRow({ name: 'durable upserts, Postgres for each', ...middle('postgres'), ...cpu }),
  ];
}
