/** Durable upserts from fifty connections, next to plain Node on the same Postgres: rate, latency, CPU and memory. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { signUp } from '#bench/load/sign-up.ts';
import { loadUpserts, type Caller, type Load } from '#bench/load/load-upserts.ts';
import type { UpsertServer } from '#bench/reference/upsert-server.ts';
import { median, toRow, type Row } from '#bench/row.ts';
import { startRpcProcess } from '#bench/sync/rpc-process.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOf, cpuOfPostgres, cpuOfServer, type CpuClock } from './cpu-time.ts';

const CONNECTIONS = 50;
/** Required upserts per second on two cores (decision 41). */
const REQUIRED_RATE = 700;
/** Eight seconds in total for each side. */
const ROUNDS = 4;
const ROUND_MS = 2000;

/** Measures the load and returns its rows. */
export async function measureUpserts({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const reference = startRpcProcess<UpsertServer>(new URL('../reference/upsert-server.ts', import.meta.url), [
    databaseUrl,
  ]);
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const bare = await reference.call('address');
    const callers = await signUpCallers(server.address, CONNECTIONS);
    const clocks = { postgres: await cpuOfPostgres(sql) };
    const ours = { ...clocks, address: upsertAddress(server.address), node: await cpuOfServer(), callers };
    const theirs = { ...clocks, address: bare, node: cpuOf(reference.pid), callers };
    const runs: { readonly ours: Run; readonly theirs: Run }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({ ours: await run(ours), theirs: await run(theirs) });
    }
    // Gives the garbage collector time after the load.
    await wait(5000);
    const memory = await server.memory();
    return [
      ...toRows(runs),
      toRow({ name: 'durable upserts, memory afterwards', ours: memory, unit: 'MB', limit: null }),
    ];
  } finally {
    await sql.end();
    await reference.end();
  }
}

/** The address for upserts of items. */
const upsertAddress = (address: string): string => `${address}/rest/v1/grocery_items?on_conflict=id`;

/** Signs up an account for each caller. */
async function signUpCallers(address: string, count: number): Promise<readonly Caller[]> {
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

/** A load, and CPU milliseconds for each upsert. */
type Run = Load & { readonly node: number; readonly postgres: number };

async function run({ address, callers, node, postgres: database }: Side): Promise<Run> {
  const before = [await node(), await database()] as const;
  const load = await loadUpserts(address, callers, ROUND_MS);
  const each = (after: number, first: number): number => (after - first) / load.count;
  return { ...load, node: each(await node(), before[0]), postgres: each(await database(), before[1]) };
}

function toRows(runs: readonly { readonly ours: Run; readonly theirs: Run }[]): readonly Row[] {
  const middle = (figure: keyof Run) => ({
    ours: median(runs.map(({ ours }) => ours[figure])),
    reference: median(runs.map(({ theirs }) => theirs[figure])),
  });
  const cpu = { unit: 'ms of CPU', limit: null } as const;
  return [
    toRow({ name: 'durable upserts', ...middle('perSecond'), unit: 'per second', limit: null, isRate: true }),
    // The limit is a rate, but larger figures are worse, so this is the time for each upsert.
    toRow({
      name: 'durable upserts, each',
      ours: 1000 / middle('perSecond').ours,
      unit: 'ms',
      limit: 1000 / REQUIRED_RATE,
    }),
    toRow({ name: 'durable upserts, p99', ...middle('p99'), unit: 'ms', limit: null }),
    toRow({ name: 'durable upserts, Node for each', ...middle('node'), ...cpu }),
    toRow({ name: 'durable upserts, Postgres for each', ...middle('postgres'), ...cpu }),
  ];
}
