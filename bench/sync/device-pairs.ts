/** Pairs of devices of one account, ours or the reference's, on the same Postgres. */
import type { Sql } from 'postgres';
import type { SocketServer } from '#bench/reference/socket-server.ts';
import type { BenchDevice } from './bench-device.ts';
import type { Device } from './device-process.ts';
import { startRpcProcess, type RpcProcess } from './rpc-process.ts';

const OURS = new URL('device-process.ts', import.meta.url);
const REFERENCE = new URL('../reference/device-process.ts', import.meta.url);

export type Side = 'ours' | 'reference';

export type BenchSetup = {
  readonly sql: Sql;
  /** The server of our devices. */
  readonly address: string;
  readonly reference: RpcProcess<SocketServer>;
};

/** An account with rows, for which devices of both sides can be started. */
export type BenchAccount = {
  readonly start: (side: Side) => Promise<RpcProcess<BenchDevice>>;
  /** Starts one of our devices, which has more operations. */
  readonly startOurs: (address?: string) => Promise<RpcProcess<Device>>;
  readonly end: () => Promise<void>;
};

let accounts = 0;

/** Credentials that no other account of the run has. */
function createCredentials() {
  accounts += 1;
  return { email: `bench-${accounts}@example.org`, password: 'pear7tree' };
}

export async function createBenchAccount({ sql, address, reference }: BenchSetup, rows: number): Promise<BenchAccount> {
  const credentials = createCredentials();
  const started: { readonly end: () => Promise<void> }[] = [];
  const track = <T extends { readonly end: () => Promise<void> }>(remote: T): T => {
    started.push(remote);
    return remote;
  };
  const startOurs = async (at = address): Promise<RpcProcess<Device>> => {
    const remote = track(startRpcProcess<Device>(OURS, [at]));
    await remote.call('enter', { ...credentials, isNew: false });
    return remote;
  };
  const first = track(startRpcProcess<Device>(OURS, [address]));
  const owner = await first.call('enter', { ...credentials, isNew: true });
  await seedRows(sql, owner, rows);
  await first.end();
  const socket = await reference.call('address');
  return {
    startOurs,
    start: async (side) =>
      side === 'ours' ? startOurs() : track(startRpcProcess<BenchDevice>(REFERENCE, [`${socket}/${owner}`])),
    end: async () => void (await Promise.all(started.map(({ end }) => end()))),
  };
}

export type Pair = { readonly a: RpcProcess<BenchDevice>; readonly b: RpcProcess<BenchDevice> };

/** Opens two devices of one side and waits until both show all rows. */
export async function openPair({ start }: BenchAccount, side: Side, rows: number): Promise<Pair> {
  const [a, b] = await Promise.all([start(side), start(side)]);
  for (const device of [a, b]) await device.call('open');
  await whenOpen({ a, b }, rows);
  return { a, b };
}

/** Waits until both devices show all rows, and have done the work that follows the opening. */
async function whenOpen({ a, b }: Pair, rows: number): Promise<void> {
  for (const device of [a, b]) await device.call('whenCounts', { live: rows, ticked: 0 });
  await new Promise((resolve) => void setTimeout(resolve, 2000));
}

/** Resolves when the server has acknowledged all changes of a device. */
export async function whenAcknowledged(device: RpcProcess<BenchDevice>): Promise<void> {
  while ((await device.call('waiting')) > 0) await new Promise((resolve) => void setTimeout(resolve, 1));
}

/**
 * Inserts rows into a list on both sides, directly into the database.
 * @param list its id, which is also the name of the reference's room; the personal list has the account's id
 */
async function seedRows(sql: Sql, list: string, count: number): Promise<void> {
  const prefix = `${Date.now()}-${list.slice(0, 8)}`;
  const category = `bench-${list}`;
  await sql`insert into public.categories (id, list_id, name) values (${category}, ${list}, 'Bench')`;
  await sql`insert into public.grocery_items (id, list_id, name, category)
    select ${prefix} || lpad(n::text, 8, '0'), ${list}, 'Thing number ' || n, ${category}
      from generate_series(1, ${count}::int) n`;
  await sql`insert into reference_rows (id, room, name, category, checked, deleted)
    select ${prefix} || lpad(n::text, 8, '0'), ${list}, 'Thing number ' || n, ${category}, false, false
      from generate_series(1, ${count}::int) n`;
}
