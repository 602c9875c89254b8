/** The soak test: devices shop for minutes over a bad network while server and database crash. `npm run soak -- --minutes 5 --seed 1` */
import { parseArgs } from 'node:util';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { createServerProcess } from '#test/servers/server-process.ts';
import { createRandom } from './sync/seeded-random.ts';
import type { Device } from './sync/device-process.ts';
import { monotonicNow } from './sync/monotonic-now.ts';
import { startRpcProcess } from './sync/rpc-process.ts';
import { killPostgres, runRound, type Account, type Soak } from './sync/soak-round.ts';
import { createEmptyApp } from './sync/stack.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? '1');
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const ACCOUNTS = 2;
const DEVICES_EACH = 2;

const counts = { actions: 0, reloads: 0, serverKills: 0, postgresKills: 0, outages: 0, rounds: 0, longestMs: 0 };
const count: Soak['count'] = (what, by) => void (counts[what] += by);

let shutdown: Promise<void> | null = null;

console.log(`Seed ${seed}, ${minutes} minutes, ${ACCOUNTS} accounts with ${DEVICES_EACH} devices each`);
const app = await createEmptyApp();
const server = await createServerProcess({ WEB_DIR: app.folder });
await server.start();
const proxy = await startFaultProxy(server.address);
const accounts = Array.from({ length: ACCOUNTS }, (_, at): Account => {
  const credentials = { email: `shopper-${at + 1}@example.org`, password: 'pear7tree' };
  const module = new URL('./sync/device-process.ts', import.meta.url);
  const devices = Array.from({ length: DEVICES_EACH }, (__, number) => {
    return {
      name: `device ${number + 1} of account ${at + 1}`,
      remote: startRpcProcess<Device>(module, [proxy.address]),
    };
  });
  return { credentials, devices };
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  await run();
} finally {
  await end();
}

async function run(): Promise<void> {
  for (const { credentials, devices } of accounts) {
    for (const [at, { remote }] of devices.entries()) {
      await remote.call('enter', { ...credentials, isNew: at === 0 });
      await remote.call('open');
    }
  }
  const soak: Soak = { random: createRandom(seed), accounts, proxy, server, count };
  const deadline = monotonicNow() + minutes * 60_000;
  while (monotonicNow() < deadline) {
    const { faults, milliseconds } = await runRound(soak);
    counts.rounds += 1;
    counts.longestMs = Math.max(counts.longestMs, Math.round(milliseconds));
    if (faults.length > 0) return fail(faults);
  }
  report();
  console.log('All devices matched the server after every round.');
}

function fail(faults: readonly string[]): void {
  report();
  console.error(`The devices differ (seed ${seed}):\n${faults.slice(0, 50).join('\n')}`);
  process.exitCode = 1;
}

function report(): void {
  console.table({ ...counts, ...proxy.counts() });
}

/** Shuts down once, after a signal or at the end of the run; both wait for it. */
function end(): Promise<void> {
  shutdown ??= endAll();
  return shutdown;
}

async function endAll(): Promise<void> {
  await Promise.all(accounts.flatMap(({ devices }) => devices.map(({ remote }) => remote.end())));
  await proxy.close();
  await server.stop();
  // A server that was killed and did not restart leaves its database behind.
  await killPostgres(server.dataFolder);
  await server.close();
  await app.remove();
}
