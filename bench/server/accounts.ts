/** Compares the speed for one account among 100 and among 10,000 accounts, with both databases in the same run. */
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { fillAccounts, ROWS_PER_ACCOUNT, seededItem } from '#bench/load/fill-accounts.ts';
import type { BenchUser } from '#bench/load/sign-up.ts';
import { createUserFactory } from '#bench/load/seed-accounts.ts';
import { median } from '#bench/median.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';
import { startStack } from '#bench/sync/stack.ts';
import { cpuOfPostgres } from './cpu-time.ts';
import type { CpuClock } from './cpu-time.ts';

const MANY = 10_000;
const FEW = 100;
/** Visits in a round, each by a random account. The first round warms up both sides. */
const VISITS = 40;
const ROUNDS = 6;

/** Measures both databases and returns their rows. */
export async function measureAccounts(): Promise<readonly Row[]> {
  const [few, many] = [await openDeployment(FEW), await openDeployment(MANY)];
  try {
    const measured = await Object.entries(WORK).reduce<Promise<readonly Row[]>>(
      async (rows, [name, work]) => [...(await rows), ...toRows(name, await visitBoth({ few, many }, work))],
      Promise.resolve([]),
    );
    const kilobytes = many.bytes / 1024 / MANY;
    return [
      ...measured,
      toRow({ name: 'accounts, storage of each, 500 items', ours: kilobytes, unit: 'kB', limit: null }),
    ];
  } finally {
    await few.end();
    await many.end();
  }
}

/** A server with its own database, filled with accounts. */
type Deployment = {
  readonly address: string;
  readonly accounts: number;
  readonly bytes: number;
  readonly userOf: (account: number) => Promise<BenchUser>;
  readonly postgres: CpuClock;
  readonly end: () => Promise<void>;
};

async function openDeployment(accounts: number): Promise<Deployment> {
  const { server, databaseUrl, end: endStack } = await startStack();
  const sql = postgres(databaseUrl, { max: 1 });
  const end = async (): Promise<void> => {
    await sql.end();
    await endStack();
  };
  try {
    const before = await sizeOf(sql);
    await fillAccounts(sql, accounts);
    const bytes = (await sizeOf(sql)) - before;
    const parts = { userOf: await createUserFactory(sql), postgres: await cpuOfPostgres(sql) };
    return { address: server.address, accounts, bytes, ...parts, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function sizeOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

type Visit = { readonly address: string; readonly user: BenchUser; readonly account: number };

/** Requests of a device, in the form that the app sends. */
const WORK: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  'a pull of 10 rows': ({ address, user }) =>
    send(`${itemsOf(address, user)}&version=gt.${ROWS_PER_ACCOUNT - 10}&order=version.asc&limit=1000`, user, {}),
  'a first pull of 500 rows': ({ address, user }) =>
    send(`${itemsOf(address, user)}&version=gte.0&order=version.asc,id.asc&offset=0&limit=1000`, user, {}),
  'a push of 5 rows': ({ address, user, account }) => {
    const now = Date.now();
    const ids = [0, 4, 8, 12, 16].map((visit) => seededItem(account, visit, visit + 1));
    const rows = ids.map((id, at) => ({
      id,
      user_id: user.id,
      checked: true,
      device_id: 'bench',
      device_seq: now + at,
    }));
    return send(`${address}/rest/v1/grocery_items?on_conflict=id&select=*`, user, {
      method: 'POST',
      body: JSON.stringify(rows),
      headers: {
        'content-type': 'application/json',
        prefer: 'return=representation,resolution=merge-duplicates,missing=default',
      },
    });
  },
};

const itemsOf = (address: string, { id }: BenchUser): string =>
  `${address}/rest/v1/grocery_items?select=*&user_id=eq.${id}`;

async function send(
  address: string,
  { headers }: BenchUser,
  init: { method?: string; body?: string; headers?: object },
) {
  const answer = await fetch(address, { ...init, headers: { ...headers, ...init.headers } });
  const text = await answer.text();
  if (!answer.ok || text.length < 100) throw new Error(`${answer.status}: ${text}`);
}

/** Milliseconds of each visit, and Postgres CPU milliseconds per visit in each round. */
type Times = { readonly wall: number[]; readonly cpu: number[] };
type Pair<T> = { readonly few: T; readonly many: T };

async function visitBoth(deployments: Pair<Deployment>, work: (visit: Visit) => Promise<void>): Promise<Pair<Times>> {
  const times = { few: { wall: [], cpu: [] }, many: { wall: [], cpu: [] } } satisfies Pair<Times>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const into = round === 0 ? { few: { wall: [], cpu: [] }, many: { wall: [], cpu: [] } } : times;
    await visitSome(deployments.few, work, into.few);
    await visitSome(deployments.many, work, into.many);
  }
  return times;
}

async function visitSome(
  deployment: Deployment,
  work: (visit: Visit) => Promise<void>,
  { wall, cpu }: Times,
): Promise<void> {
  const { address, accounts, userOf, postgres: clock } = deployment;
  const chosen = Array.from({ length: VISITS }, () => Math.floor(Math.random() * accounts));
  const people = await Promise.all(chosen.map(userOf));
  const before = await clock();
  for (const [at, user] of people.entries()) {
    const begun = monotonicNow();
    await work({ address, user, account: chosen[at] ?? 0 });
    wall.push(monotonicNow() - begun);
  }
  cpu.push(((await clock()) - before) / VISITS);
}

/** With an exponent of 0 the number of accounts does not matter; with 1, ten times the accounts take ten times as long. */
function toRows(name: string, { few, many }: Pair<Times>): readonly Row[] {
  const wall = { ours: median(many.wall), reference: median(few.wall) };
  const of = (kind: string, figure: number): Row =>
    toRow({ name: `accounts, ${name}, ${kind}`, ours: figure, unit: 'exponent', limit: 0.1 });
  return [
    toRow({ name: `accounts, ${name}, 10,000 beside 100`, ...wall, unit: 'ms', limit: null }),
    of('growth of the time', exponent(wall.ours, wall.reference)),
    of("growth of Postgres' CPU", exponent(sum(many.cpu), sum(few.cpu))),
  ];
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const exponent = (ours: number, reference: number): number => Math.log(ours / reference) / Math.log(MANY / FEW);
