/** Pairs of devices on one account, ours or the reference's, on one Postgres. */
import type { Sql } from 'postgres';
import type { SocketServer } from '#bench/reference/socket-server.ts';
import type { Driven } from './driven.ts';
import type { Device } from './device-process.ts';
import { startRemote } from './remote.ts';
import type { Remote } from './remote.ts';
import { seedRows } from './seed-rows.ts';

const OURS = new URL('device-process.ts', import.meta.url);
const REFERENCE = new URL('../reference/device-process.ts', import.meta.url);

export type Side = 'ours' | 'reference';

export type Places = {
  readonly sql: Sql;
  /** Where our devices find their server. */
  readonly address: string;
  readonly reference: Remote<SocketServer>;
};

/** An account with rows in it, and devices of both sides that can be opened on it. */
export type Household = {
  readonly start: (side: Side) => Promise<Remote<Driven>>;
  /** One of ours, with more to ask for. */
  readonly startOurs: (address?: string) => Promise<Remote<Device>>;
  readonly end: () => Promise<void>;
};

let households = 0;

export async function createHousehold({ sql, address, reference }: Places, rows: number): Promise<Household> {
  households += 1;
  const who = { email: `bench-${households}@example.org`, password: 'abc123' };
  const started: { readonly end: () => Promise<void> }[] = [];
  const keep = <T extends { readonly end: () => Promise<void> }>(remote: T): T => {
    started.push(remote);
    return remote;
  };
  const startOurs = async (at = address): Promise<Remote<Device>> => {
    const remote = keep(startRemote<Device>(OURS, [at]));
    await remote.call('enter', { ...who, isNew: false });
    return remote;
  };
  const first = keep(startRemote<Device>(OURS, [address]));
  const owner = await first.call('enter', { ...who, isNew: true });
  await seedRows(sql, owner, rows);
  await first.end();
  const socket = await reference.call('address');
  return {
    startOurs,
    start: async (side) =>
      side === 'ours' ? startOurs() : keep(startRemote<Driven>(REFERENCE, [`${socket}/${owner}`])),
    end: async () => void (await Promise.all(started.map(({ end }) => end()))),
  };
}

export type Pair = { readonly a: Remote<Driven>; readonly b: Remote<Driven> };

/** Two devices of a side that both show everything. */
export async function openPair({ start }: Household, side: Side, rows: number): Promise<Pair> {
  const [a, b] = await Promise.all([start(side), start(side)]);
  for (const device of [a, b]) {
    await device.call('open');
    await device.call('whenCounts', { live: rows, ticked: 0 });
  }
  // What opening left to do is no part of what is measured.
  await new Promise((resolve) => void setTimeout(resolve, 2000));
  return { a, b };
}

/** Resolves once everything a device did is acknowledged. */
export async function whenTaken(device: Remote<Driven>): Promise<void> {
  while ((await device.call('waiting')) > 0) await new Promise((resolve) => void setTimeout(resolve, 1));
}
