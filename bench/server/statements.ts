/** Splits the cost of an upsert between Postgres and the server, by running the same statements with pgbench. */
import postgres from 'postgres';
import { seedAccounts } from '#bench/load/seed-accounts.ts';
import { loadUpserts } from '#bench/load/load-upserts.ts';
import type { Caller } from '#bench/load/load-upserts.ts';
import { median } from '#bench/median.ts';
import type { UpsertServer } from '#bench/reference/upsert-server.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { startRpcProcess } from '#bench/sync/rpc-process.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { findPgbench } from './pgbench.ts';
import { cpuOfPostgres } from './cpu-time.ts';
import type { CpuClock } from './cpu-time.ts';
import { signUpCallers, upsertAddress } from './upserts.ts';

/** pgbench needs one connection for each client; the bundled Postgres has 60, and the server uses some of them. */
const CLIENTS = 20;
const ROUNDS = 3;
const SECONDS = 2;

/** The statement of the reference. */
const BARE = `\\set item random(0, 19)
\\set thing random(0, 1000000)
insert into bare_items values ('pgbench-' || :client_id || '-' || :item, 'Thing ' || :thing, true)
  on conflict (id) do update set name = excluded.name, checked = excluded.checked;
`;

/** The whole transaction of a request: role and claims, the row with its policies and triggers, and the collected changes. */
const WHOLE = `\\set item random(0, 19)
\\set thing random(0, 1000000)
begin;
select set_config('role', 'authenticated', true), set_config('request.method', 'POST', true),
  set_config('realtime.collects', 'on', true),
  set_config('request.jwt.claims', format(
    '{"sub":"00000000-0000-4000-8000-%1$s","session_id":"00000000-0000-4000-8000-%1$s","role":"authenticated","aal":"aal1"}',
    lpad((:client_id)::text, 12, '0')), true);
insert into public.grocery_items (id, name, checked)
  values ('pgbench-' || :client_id || '-' || :item, 'Thing ' || :thing, true)
  on conflict (id) do update set name = excluded.name, checked = excluded.checked;
select current_setting('realtime.changes', true);
commit;
`;

/** Returns the rows next to pgbench, or none with a message if pgbench is not installed. */
export async function measureStatements({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const pgbench = await findPgbench(databaseUrl);
  if (pgbench === null) {
    console.error('pgbench is not installed, so the rows "statements" are skipped.');
    return [];
  }
  const sql = postgres(databaseUrl, { max: 1 });
  const reference = startRpcProcess<UpsertServer>(new URL('../reference/upsert-server.ts', import.meta.url), [
    databaseUrl,
  ]);
  try {
    const node = await reference.call('address');
    await seedAccounts(sql, 0, CLIENTS);
    const callers = await signUpCallers(server.address, CLIENTS);
    const at = (address: string) => (clients: number) => loadSome(address, callers.slice(0, clients));
    const byPgbench = (script: string) => (clients: number) => pgbench(script, { clients, seconds: SECONDS });
    const sides = { ours: at(upsertAddress(server.address)), whole: byPgbench(WHOLE), bare: byPgbench(BARE) };
    const many = await runAll(sides, CLIENTS, await cpuOfPostgres(sql));
    const one = await runAll({ ...sides, node: at(node) }, 1, () => Promise.resolve(0));
    return toRows(many, one);
  } finally {
    await sql.end();
    await reference.end();
  }
}

type Sample = { readonly count: number; readonly perSecond: number; readonly milliseconds: number };
type Sides = Readonly<Record<string, (clients: number) => Promise<Sample>>>;
type Figures = Omit<Sample, 'count'> & { readonly cpu: number };
/** Returns the medians of a side. */
type FiguresOf = (side: string) => Figures;

async function loadSome(address: string, callers: readonly Caller[]): Promise<Sample> {
  const { count, perSecond, p50 } = await loadUpserts(address, callers, 1000 * SECONDS);
  return { count, perSecond, milliseconds: p50 };
}

/** Runs the sides in turn. */
async function runAll(sides: Sides, clients: number, clock: CpuClock): Promise<FiguresOf> {
  const figures: (Figures & { readonly side: string })[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [side, load] of Object.entries(sides)) {
      const before = await clock();
      const { count, perSecond, milliseconds } = await load(clients);
      figures.push({ side, perSecond, milliseconds, cpu: ((await clock()) - before) / count });
    }
  }
  return (side) => {
    const own = figures.filter((each) => each.side === side);
    const middle = (figure: keyof Figures): number => median(own.map((each) => each[figure]));
    return { perSecond: middle('perSecond'), milliseconds: middle('milliseconds'), cpu: middle('cpu') };
  };
}

const NAMES = {
  node: 'plain Node',
  whole: 'pgbench with the whole transaction',
  bare: 'pgbench with the bare statement',
};
type Other = keyof typeof NAMES;

function toRows(many: FiguresOf, one: FiguresOf): readonly Row[] {
  const plain = { limit: null } as const;
  const rate = (side: Other): Row => {
    const rates = { ours: many('ours').perSecond, reference: many(side).perSecond };
    return toRow({ name: `statements, beside ${NAMES[side]}`, ...rates, unit: 'per second', isRate: true, ...plain });
  };
  const alone = (side: Other): Row => {
    const times = { ours: one('ours').milliseconds, reference: one(side).milliseconds };
    return toRow({ name: `statements, one alone, beside ${NAMES[side]}`, ...times, unit: 'ms', ...plain });
  };
  const cpu = { ours: many('ours').cpu, reference: many('whole').cpu };
  return [
    rate('whole'),
    rate('bare'),
    toRow({ name: `statements, Postgres for each, beside ${NAMES.whole}`, ...cpu, unit: 'ms of CPU', ...plain }),
    ...(['node', 'whole', 'bare'] as const).map(alone),
  ];
}
