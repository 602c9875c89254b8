/** Ticks of one account while a stranger and three accounts attack the server, next to the same ticks alone. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { Attack } from '#bench/load/attack.ts';
import { createUserFactory, seedAccounts } from '#bench/load/seed-accounts.ts';
import type { BenchUser } from '#bench/load/sign-up.ts';
import { median, toRow, type Row } from '#bench/row.ts';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';
import { startRpcProcess } from '#bench/sync/rpc-process.ts';
import { startStack } from '#bench/sync/stack.ts';

/** The first account number; other benchmarks use lower ones. The last of the four is the shopper. */
const FIRST = 300_000;
const ATTACKERS = 3;
const ROWS = 20_000;
const SECONDS = 10;
/** The time between two ticks, and the longest time for one, in milliseconds. */
const INTERVAL = 100;
const PATIENCE = 10_000;

/** Measures on a separate server with rate limits, which reads the callers' addresses from a header. */
export async function measureHostileLoad(): Promise<readonly Row[]> {
  const stack = await startStack({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  const attack = startRpcProcess<Attack>(new URL('../load/attack.ts', import.meta.url));
  try {
    await seedAccounts(sql, FIRST, FIRST + ATTACKERS + 1);
    const userOf = await createUserFactory(sql);
    const numbers = Array.from({ length: ATTACKERS + 1 }, (_, at) => FIRST + at);
    const users = await Promise.all(numbers.map(userOf));
    const accounts = users.slice(0, ATTACKERS);
    const shopper = users[ATTACKERS];
    if (shopper === undefined) throw new Error('There is no shopper.');
    await Promise.all(accounts.map(({ id }) => seedRows(sql, id)));
    const address = stack.server.address;
    await tick(address, shopper, SECONDS / 2);
    const alone = await tick(address, shopper, SECONDS);
    await attack.call('start', { address, key: shopper.key, accounts });
    await wait(1000);
    const attacked = await tick(address, shopper, SECONDS);
    const answers = await attack.call('stop');
    console.error(`Answers to the attack by status: ${JSON.stringify(answers)}`);
    return toRows(alone, attacked);
  } finally {
    await attack.end();
    await sql.end();
    await stack.end();
  }
}

/** An attacker's list is long, so that reading all of it is expensive. */
const seedRows = (sql: Sql, userId: string): Promise<unknown> =>
  sql`insert into public.grocery_items (id, user_id, name, category)
    select ${userId} || '-' || n, ${userId}::uuid, 'Thing ' || n, 'Misc' from generate_series(1, ${ROWS}::int) n`;

/** Milliseconds of each tick, and the number of ticks that failed. */
type Ticks = { readonly times: readonly number[]; readonly failed: number };

/** One tick after the other, each as the app sends it. A failed tick counts with its time. */
async function tick(address: string, { id, headers }: BenchUser, seconds: number): Promise<Ticks> {
  const times: number[] = [];
  let failed = 0;
  const end = monotonicNow() + seconds * 1000;
  const prefer = 'return=representation,resolution=merge-duplicates,missing=default';
  for (let at = 0; monotonicNow() < end; at += 1) {
    const begun = monotonicNow();
    const row = {
      id: `${id}-${at % 20}`,
      user_id: id,
      checked: at % 2 === 0,
      device_id: 'bench',
      device_seq: Date.now(),
    };
    const isDone = await fetch(`${address}/rest/v1/grocery_items?on_conflict=id&select=*`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', prefer },
      body: JSON.stringify([row]),
      signal: AbortSignal.timeout(PATIENCE),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.ok;
      },
      () => false,
    );
    times.push(monotonicNow() - begun);
    if (!isDone) failed += 1;
    await wait(INTERVAL);
  }
  return { times, failed };
}

function toRows(alone: Ticks, attacked: Ticks): readonly Row[] {
  const p99 = ({ times }: Ticks): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const name = 'hostile load, a tick';
  return [
    toRow({ name: `${name} alone`, ours: median(alone.times), unit: 'ms', limit: null }),
    toRow({ name, ours: median(attacked.times), unit: 'ms', limit: 250 }),
    toRow({ name: `${name}, p99`, ours: p99(attacked), unit: 'ms', limit: null }),
    toRow({ name: 'hostile load, failed ticks', ours: attacked.failed, unit: 'requests', limit: 0 }),
  ];
}
