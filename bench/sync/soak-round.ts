/** One round of the soak test: all devices shop while faults happen, then the faults stop and all devices must converge. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultProxy } from '#test/servers/fault-proxy.ts';
import type { ServerProcess } from '#test/servers/server-process.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Device } from './device-process.ts';
import { compare, findLostWrites } from './find-differences.ts';
import { monotonicNow } from './monotonic-now.ts';
import type { RpcProcess } from './rpc-process.ts';
import { readServerRows } from './read-server-rows.ts';

export type Account = {
  readonly credentials: { readonly email: string; readonly password: string };
  readonly devices: readonly { readonly name: string; readonly remote: RpcProcess<Device> }[];
};

export type Soak = {
  readonly random: SeededRandom;
  readonly accounts: readonly Account[];
  readonly proxy: FaultProxy;
  readonly server: ServerProcess;
  readonly count: (what: 'actions' | 'reloads' | 'serverKills' | 'postgresKills' | 'outages', by: number) => void;
};

/** Time to converge after the faults stop; retries are at most 10 s apart. */
const CONVERGENCE_MS = 90_000;

/** Runs a round. Returns the remaining differences and the milliseconds until all devices matched the server. */
export async function runRound(
  soak: Soak,
): Promise<{ readonly faults: readonly string[]; readonly milliseconds: number }> {
  await shopWithFaults(soak);
  const begun = monotonicNow();
  for (;;) {
    const faults = (await Promise.all(soak.accounts.map((account) => check(soak.server, account)))).flat();
    const milliseconds = monotonicNow() - begun;
    if (soak.server.hasCrashed()) return { faults: ['The server crashed.', ...faults], milliseconds };
    if (faults.length === 0 || milliseconds > CONVERGENCE_MS) return { faults, milliseconds };
    await wait(250);
  }
}

async function shopWithFaults(soak: Soak): Promise<void> {
  const { random, proxy } = soak;
  setRandomFaults(proxy, random);
  const crash = crashSomething(soak);
  const end = monotonicNow() + 4000 + random.below(6000);
  while (monotonicNow() < end) {
    await Promise.all(soak.accounts.flatMap(({ devices }) => devices.map(({ remote }) => shop(soak, remote))));
    await wait(random.below(200));
  }
  await crash;
  setRandomFaults(proxy, null);
  const all = soak.accounts.flatMap(({ devices }) => devices);
  await Promise.all(all.map(({ remote }) => remote.call('setOnline', true)));
}

async function shop({ random, count }: Soak, remote: RpcProcess<Device>): Promise<void> {
  const roll = random.below(100);
  if (roll < 60) count('actions', await remote.call('shop', random.below(2 ** 31)));
  else if (roll < 62) {
    count('reloads', 1);
    await remote.call('reload');
  } else if (roll < 65) {
    const isOnline = random.isHit(0.6);
    count('outages', isOnline ? 0 : 1);
    await remote.call('setOnline', isOnline);
  }
}

/** Kills the server or its database, or neither. */
async function crashSomething({ random, server, count }: Soak): Promise<void> {
  const roll = random.below(3);
  const pause = random.below(2000);
  await wait(500 + random.below(3000));
  if (roll === 0) {
    count('serverKills', 1);
    await server.kill();
    await wait(pause);
    await server.start();
  } else if (roll === 1) {
    count('postgresKills', 1);
    await killPostgres(server.dataFolder);
  }
}

/** Kills the database of a data folder, if it runs. */
export async function killPostgres(folder: string): Promise<void> {
  const note = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(note.split('\n')[0]);
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}

/** Returns the reasons why an account has not converged; empty if it has. */
async function check(server: ServerProcess, { credentials, devices }: Account): Promise<readonly string[]> {
  const reports = await Promise.all(
    devices.map(async ({ name, remote }) => ({ name, ...(await remote.call('describe')) })),
  );
  const waiting = reports.flatMap(({ name, waiting: rows, rejected, isComplete, sessionEnds }) => [
    ...(rows > 0 ? [`${name} has ${rows} unsent rows`] : []),
    ...(rejected.length > 0
      ? [`${name} has rejected changes: ${rejected.map(({ message }) => message).join('; ')}`]
      : []),
    ...(isComplete ? [] : [`${name} has not finished its first sync`]),
    ...(sessionEnds > 0 ? [`${name} was signed out`] : []),
  ]);
  if (waiting.length > 0) return waiting;
  const rows = await readServerRows(server.address, credentials).catch((error: unknown) => String(error));
  if (typeof rows === 'string') return [rows];
  const writtenValues = await Promise.all(devices.map(({ remote }) => remote.call('writtenValues')));
  return [...reports.flatMap((report) => compare(rows, report)), ...findLostWrites(rows, writtenValues)];
}

/** The probability of each fault of a request. */
const FAULTS = { drop: 0.07, stall: 0.005, delay: 0.15, duplicate: 0.07, 'cut-after': 0.07 };
/** The probability that a message cuts its socket. */
const SOCKET_CUTS = 0.02;
const LONGEST_DELAY_MS = 1500;

/** Injects faults with these random numbers from now on; null stops them. */
function setRandomFaults(proxy: FaultProxy, random: SeededRandom | null): void {
  proxy.cutSockets(() => random?.isHit(SOCKET_CUTS) ?? false);
  proxy.injectFaults(({ method }) => {
    if (random === null || method === 'UPGRADE') return null;
    if (random.isHit(FAULTS.drop)) return 'drop';
    // Never answered; the client's timeout ends the request.
    if (random.isHit(FAULTS.stall)) return 'stall';
    if (random.isHit(FAULTS.delay)) return { delayMs: random.below(LONGEST_DELAY_MS) };
    if (random.isHit(FAULTS.duplicate)) return 'duplicate';
    return random.isHit(FAULTS['cut-after']) ? 'cut-after' : null;
  });
}
