/** One round of a soak: a storm in which everybody shops, then a calm in which everybody must come to agree. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Device } from './device-process.ts';
import { compare, findLostWrites } from './disagreement.ts';
import { moment } from './moment.ts';
import type { Proxy } from './proxy.ts';
import type { Remote } from './remote.ts';
import type { ServerProcess } from './server-process.ts';
import { readServerRows } from './server-rows.ts';

export type Account = {
  readonly who: { readonly email: string; readonly password: string };
  readonly devices: readonly { readonly name: string; readonly remote: Remote<Device> }[];
};

export type Soak = {
  readonly chance: Chance;
  readonly accounts: readonly Account[];
  readonly proxy: Proxy;
  readonly server: ServerProcess;
  readonly folder: string;
  readonly count: (what: 'acts' | 'reloads' | 'serverKills' | 'postgresKills' | 'outages', by: number) => void;
};

/** Everybody must agree after so long without faults: the waits between attempts are 10 s at most. */
const PATIENCE_MS = 90_000;

/** Gives what does not agree after the storm, and how long it took until everything did. */
export async function runRound(
  soak: Soak,
): Promise<{ readonly faults: readonly string[]; readonly milliseconds: number }> {
  await storm(soak);
  const begun = moment();
  for (;;) {
    const faults = (await Promise.all(soak.accounts.map((account) => check(soak.server, account)))).flat();
    const milliseconds = moment() - begun;
    if (soak.server.hasFallen()) return { faults: ['The server ended by itself.', ...faults], milliseconds };
    if (faults.length === 0 || milliseconds > PATIENCE_MS) return { faults, milliseconds };
    await wait(250);
  }
}

async function storm(soak: Soak): Promise<void> {
  const { chance, proxy } = soak;
  proxy.setWeather(chance);
  const disaster = strike(soak);
  const end = moment() + 4000 + chance.below(6000);
  while (moment() < end) {
    await Promise.all(soak.accounts.flatMap(({ devices }) => devices.map(({ remote }) => shop(soak, remote))));
    await wait(chance.below(200));
  }
  await disaster;
  proxy.setWeather(null);
  const all = soak.accounts.flatMap(({ devices }) => devices);
  await Promise.all(all.map(({ remote }) => remote.call('setOnline', true)));
}

async function shop({ chance, count }: Soak, remote: Remote<Device>): Promise<void> {
  const roll = chance.below(100);
  if (roll < 60) count('acts', await remote.call('shop', chance.below(2 ** 31)));
  else if (roll < 62) {
    count('reloads', 1);
    await remote.call('reload');
  } else if (roll < 65) {
    const isOnline = chance.isLucky(0.6);
    count('outages', isOnline ? 0 : 1);
    await remote.call('setOnline', isOnline);
  }
}

/** Once in a storm the server dies, or its database does, or neither. */
async function strike({ chance, server, folder, count }: Soak): Promise<void> {
  const roll = chance.below(3);
  const pause = chance.below(2000);
  await wait(500 + chance.below(3000));
  if (roll === 0) {
    count('serverKills', 1);
    await server.kill();
    await wait(pause);
    await server.start();
  } else if (roll === 1) {
    count('postgresKills', 1);
    await killPostgres(folder);
  }
}

/** Ends the database of a data folder at once, if there is one. */
export async function killPostgres(folder: string): Promise<void> {
  const note = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(note.split('\n')[0]);
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It was dead already.
  }
}

/** What keeps an account from being at rest and of one mind; empty when it is. */
async function check(server: ServerProcess, { who, devices }: Account): Promise<readonly string[]> {
  const looks = await Promise.all(devices.map(async ({ name, remote }) => ({ name, ...(await remote.call('look')) })));
  const waiting = looks.flatMap(({ name, waiting: rows, rejected, isComplete, endings }) => [
    ...(rows > 0 ? [`${name} has ${rows} rows that are not sent`] : []),
    ...(rejected.length > 0 ? [`${name} set aside: ${rejected.map(({ message }) => message).join('; ')}`] : []),
    ...(isComplete ? [] : [`${name} has not everything`]),
    ...(endings > 0 ? [`${name} was signed out`] : []),
  ]);
  if (waiting.length > 0) return waiting;
  const rows = await readServerRows(server.address, who).catch((error: unknown) => String(error));
  if (typeof rows === 'string') return [rows];
  const testimonies = await Promise.all(devices.map(({ remote }) => remote.call('testify')));
  return [...looks.flatMap((look) => compare(rows, look)), ...findLostWrites(rows, testimonies)];
}
