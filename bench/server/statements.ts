/** What of an upsert is Postgres' and what is the server's: the same statements by pgbench, with nothing in between. */
import postgres from 'postgres';
import { seedAccounts } from '#bench/load/seeded.ts';
import { loadUpserts } from '#bench/load/upserts.ts';
import type { Caller } from '#bench/load/upserts.ts';
import { median } from '#bench/median.ts';
import type { UpsertServer } from '#bench/reference/upsert-server.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { startRemote } from '#bench/sync/remote.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { findPgbench } from './pgbench.ts';
import { cpuOfPostgres } from './processes.ts';
import type { CpuClock } from './processes.ts';
import { gatherCallers, upsertAddress } from './upserts.ts';

/** The bundled Postgres takes 60 connections, of which the server has some; pgbench needs one for each client. */
const CLIENTS = 20;
const ROUNDS = 3;
const SECONDS = 2;

/** The bare statement of the reference. */
const BARE = `\\set item random(0, 19)
\\set thing random(0, 1000000)
insert into bare_items values ('pgbench-' || :client_id || '-' || :item, 'Thing ' || :thing, true)
  on conflict (id) do update set name = excluded.name, checked = excluded.checked;
`;

/** All that a caller's transaction has to do: who calls, the row under its policies and triggers, and what has changed. */
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

/** The rows beside pgbench; none where there is no pgbench, which is said. */
export async function measureStatements({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const pgbench = await findPgbench(databaseUrl);
  if (pgbench === null) {
    console.error('There is no pgbench on this machine: the rows called "statements" are left out.');
    return [];
  }
  const sql = postgres(databaseUrl, { max: 1 });
  const reference = startRemote<UpsertServer>(new URL('../reference/upsert-server.ts', import.meta.url), [databaseUrl]);
  try {
    const node = await reference.call('address');
    await seedAccounts(sql, 0, CLIENTS);
    const callers = await gatherCallers(server.address, CLIENTS);
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
/** The medians of a side. */
type FiguresOf = (side: string) => Figures;

async function loadSome(address: string, callers: readonly Caller[]): Promise<Sample> {
  const { count, perSecond, p50 } = await loadUpserts(address, callers, 1000 * SECONDS);
  return { count, perSecond, milliseconds: p50 };
}

/** Each side in turn. */
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
    const its = figures.filter((each) => each.side === side);
    const middle = (figure: keyof Figures): number => median(its.map((each) => each[figure]));
    return { perSecond: middle('perSecond'), milliseconds: middle('milliseconds'), cpu: middle('cpu') };
  };
}

const NAMES = {
  node: 'bare Node',
  whole: 'pgbench with the whole transaction',
  bare: 'pgbench with the bare statement',
};
type Other = keyof typeof NAMES;

function toRows(many: FiguresOf, one: FiguresOf): readonly Row[] {
  const plain = { reach: null } as const;
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
