/** Whether an account is served as fast among ten thousand as among a hundred: both databases in the same run, by turns. */
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { fillAccounts, ROWS_OF_EACH, seededItem } from '#bench/load/fill-accounts.ts';
import type { Person } from '#bench/load/people.ts';
import { createPersonOf } from '#bench/load/seeded.ts';
import { median } from '#bench/median.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { moment } from '#bench/sync/moment.ts';
import { startStack } from '#bench/sync/stack.ts';
import { cpuOfPostgres } from './processes.ts';
import type { CpuClock } from './processes.ts';

const MANY = 10_000;
const FEW = 100;
/** Visits in a round, each of another account; the first round only makes both sides warm. */
const VISITS = 40;
const ROUNDS = 6;

/** The rows of both databases. */
export async function measureAccounts(): Promise<readonly Row[]> {
  const [few, many] = [await openTown(FEW), await openTown(MANY)];
  try {
    const measured = await Object.entries(WORK).reduce<Promise<readonly Row[]>>(
      async (rows, [name, work]) => [...(await rows), ...toRows(name, await visitBoth({ few, many }, work))],
      Promise.resolve([]),
    );
    const kilobytes = many.bytes / 1024 / MANY;
    return [
      ...measured,
      toRow({ name: 'accounts, storage of each, 500 items', ours: kilobytes, unit: 'kB', reach: null }),
    ];
  } finally {
    await few.end();
    await many.end();
  }
}

/** A server with so many accounts. */
type Town = {
  readonly address: string;
  readonly accounts: number;
  readonly bytes: number;
  readonly personOf: (account: number) => Promise<Person>;
  readonly postgres: CpuClock;
  readonly end: () => Promise<void>;
};

async function openTown(accounts: number): Promise<Town> {
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
    const parts = { personOf: await createPersonOf(sql), postgres: await cpuOfPostgres(sql) };
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

type Visit = { readonly address: string; readonly person: Person; readonly account: number };

/** What a device of the account asks, as the app does. */
const WORK: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  'a pull of 10 rows': ({ address, person }) =>
    ask(`${itemsOf(address, person)}&version=gt.${ROWS_OF_EACH - 10}&order=version.asc&limit=1000`, person, {}),
  'a first pull of 500 rows': ({ address, person }) =>
    ask(`${itemsOf(address, person)}&version=gte.0&order=version.asc,id.asc&offset=0&limit=1000`, person, {}),
  'a push of 5 rows': ({ address, person, account }) => {
    const now = Date.now();
    const ids = [0, 4, 8, 12, 16].map((visit) => seededItem(account, visit, visit + 1));
    const rows = ids.map((id, at) => ({
      id,
      user_id: person.id,
      checked: true,
      device_id: 'bench',
      device_seq: now + at,
    }));
    return ask(`${address}/rest/v1/grocery_items?on_conflict=id&select=*`, person, {
      method: 'POST',
      body: JSON.stringify(rows),
      headers: {
        'content-type': 'application/json',
        prefer: 'return=representation,resolution=merge-duplicates,missing=default',
      },
    });
  },
};

const itemsOf = (address: string, { id }: Person): string =>
  `${address}/rest/v1/grocery_items?select=*&user_id=eq.${id}`;

async function ask(address: string, { headers }: Person, init: { method?: string; body?: string; headers?: object }) {
  const answer = await fetch(address, { ...init, headers: { ...headers, ...init.headers } });
  const text = await answer.text();
  if (!answer.ok || text.length < 100) throw new Error(`${answer.status}: ${text}`);
}

/** Milliseconds of each visit, and of Postgres' CPU for each visit of a round. */
type Times = { readonly wall: number[]; readonly cpu: number[] };
type Pair<T> = { readonly few: T; readonly many: T };

async function visitBoth(towns: Pair<Town>, work: (visit: Visit) => Promise<void>): Promise<Pair<Times>> {
  const times = { few: { wall: [], cpu: [] }, many: { wall: [], cpu: [] } } satisfies Pair<Times>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const into = round === 0 ? { few: { wall: [], cpu: [] }, many: { wall: [], cpu: [] } } : times;
    await visitSome(towns.few, work, into.few);
    await visitSome(towns.many, work, into.many);
  }
  return times;
}

async function visitSome(town: Town, work: (visit: Visit) => Promise<void>, { wall, cpu }: Times): Promise<void> {
  const { address, accounts, personOf, postgres: clock } = town;
  const chosen = Array.from({ length: VISITS }, () => Math.floor(Math.random() * accounts));
  const people = await Promise.all(chosen.map(personOf));
  const before = await clock();
  for (const [at, person] of people.entries()) {
    const begun = moment();
    await work({ address, person, account: chosen[at] ?? 0 });
    wall.push(moment() - begun);
  }
  cpu.push(((await clock()) - before) / VISITS);
}

/** An exponent of 0: the number of accounts does not matter. Of 1: ten times the accounts take ten times as long. */
function toRows(name: string, { few, many }: Pair<Times>): readonly Row[] {
  const wall = { ours: median(many.wall), reference: median(few.wall) };
  const of = (kind: string, figure: number): Row =>
    toRow({ name: `accounts, ${name}, ${kind}`, ours: figure, unit: 'exponent', reach: 0.1 });
  return [
    toRow({ name: `accounts, ${name}, 10,000 beside 100`, ...wall, unit: 'ms', reach: null }),
    of('growth of the time', exponent(wall.ours, wall.reference)),
    of("growth of Postgres' CPU", exponent(sum(many.cpu), sum(few.cpu))),
  ];
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const exponent = (ours: number, reference: number): number => Math.log(ours / reference) / Math.log(MANY / FEW);
