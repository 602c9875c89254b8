/** The soak test: devices shop for minutes over a bad network while server and database crash. `npm run soak -- --minutes 5 --seed 1` */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance } from './sync/chance.ts';
import type { Device } from './sync/device-process.ts';
import { moment } from './sync/moment.ts';
import { createProxy } from './sync/proxy.ts';
import { startRemote } from './sync/remote.ts';
import { createServerProcess } from './sync/server-process.ts';
import { killPostgres, runRound } from './sync/soak-round.ts';
import type { Account, Soak } from './sync/soak-round.ts';
import { createFolder } from './sync/stack.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? '1');
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const ACCOUNTS = 2;
const DEVICES_EACH = 2;

const counts = { acts: 0, reloads: 0, serverKills: 0, postgresKills: 0, outages: 0, rounds: 0, longestMs: 0 };
const count: Soak['count'] = (what, by) => void (counts[what] += by);

let ending: Promise<void> | null = null;

console.log(`Seed ${seed}, ${minutes} minutes, ${ACCOUNTS} accounts with ${DEVICES_EACH} devices each`);
const folder = await createFolder();
const server = await createServerProcess({ DATA_DIR: folder, WEB_DIR: join(folder, 'web') });
await server.start();
const proxy = await createProxy(server.address);
const accounts = Array.from({ length: ACCOUNTS }, (_, at): Account => {
  const who = { email: `shopper-${at + 1}@example.org`, password: 'abc123' };
  const module = new URL('./sync/device-process.ts', import.meta.url);
  const devices = Array.from({ length: DEVICES_EACH }, (__, number) => {
    return { name: `device ${number + 1} of account ${at + 1}`, remote: startRemote<Device>(module, [proxy.address]) };
  });
  return { who, devices };
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  await run();
} finally {
  await end();
}

async function run(): Promise<void> {
  for (const { who, devices } of accounts) {
    for (const [at, { remote }] of devices.entries()) {
      await remote.call('enter', { ...who, isNew: at === 0 });
      await remote.call('open');
    }
  }
  const soak: Soak = { chance: createChance(seed), accounts, proxy, server, folder, count };
  const deadline = moment() + minutes * 60_000;
  while (moment() < deadline) {
    const { faults, milliseconds } = await runRound(soak);
    counts.rounds += 1;
    counts.longestMs = Math.max(counts.longestMs, Math.round(milliseconds));
    if (faults.length > 0) return fail(faults);
  }
  report();
  console.log('All devices agreed with the server after every storm.');
}

function fail(faults: readonly string[]): void {
  report();
  console.error(`The devices do not agree (seed ${seed}):\n${faults.slice(0, 50).join('\n')}`);
  process.exitCode = 1;
}

function report(): void {
  console.table({ ...counts, ...proxy.counts() });
}

/** Shuts down once, whether a signal or the end of the run asks for it; both wait for it. */
function end(): Promise<void> {
  ending ??= endAll();
  return ending;
}

async function endAll(): Promise<void> {
  await Promise.all(accounts.flatMap(({ devices }) => devices.map(({ remote }) => remote.end())));
  await proxy.close();
  await server.stop();
  // A server that was killed and did not restart leaves its database behind.
  await killPostgres(folder);
  await rm(folder, { recursive: true, force: true });
}
