/** The real server as a child process on a free port, which can be stopped, killed and restarted at the same address. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Environment variables of the server. */
export type ServerSettings = Readonly<Record<string, string>>;

export type ServerProcess = {
  /** The address of its host, without BASE_PATH. */
  readonly address: string;
  /** A temporary folder, which `close` removes. */
  readonly dataFolder: string;
  /**
   * Resolves with the milliseconds until the server answers. Rejects if it exits first.
   * @param changed settings that differ from the first ones
   */
  readonly start: (changed?: ServerSettings) => Promise<number>;
  /** Shuts down gracefully. */
  readonly stop: () => Promise<void>;
  /** Kills the process, as a power failure would. */
  readonly kill: () => Promise<void>;
  /** Whether it was started, and not stopped since. */
  readonly isRunning: () => boolean;
  /** Whether the server exited without `stop` or `kill`. */
  readonly hasCrashed: () => boolean;
  /** Resident memory in megabytes, without Postgres. */
  readonly memory: () => Promise<number>;
  /** Shuts down, and removes the data. */
  readonly close: () => Promise<void>;
};

/**
 * Prepares a server without starting it.
 * @param settings the server's environment variables besides its port and data folder
 * @param host the name in its address; passkeys require `localhost`
 */
export async function createServerProcess(
  settings: ServerSettings = {},
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<ServerProcess> {
  const [port, dataFolder] = [await findFreePort(), await mkdtemp(path.join(tmpdir(), 'checklist-server-'))];
  const address = `http://${host}:${port}`;
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataFolder, PUBLIC_URL: address };
  let running: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = null;
    if (child === null || hasExited(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    address,
    dataFolder,
    async start(changed = {}) {
      const begun = performance.now();
      running = runServer({ RATE_LIMITS: 'off', ...place, ...settings, ...changed });
      await whenHealthy(running, address + (settings['BASE_PATH'] ?? ''));
      return performance.now() - begun;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    isRunning: () => running !== null,
    hasCrashed: () => running !== null && hasExited(running),
    async memory() {
      const status = await readFile(`/proc/${running?.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
    },
    async close() {
      await end('SIGTERM');
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Runs the server with the flags that scripts/start.js uses. */
function runServer(settings: ServerSettings): ChildProcess {
  const cache = { NODE_COMPILE_CACHE: path.join(PROJECT, 'node_modules/.cache/node') };
  return spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    cwd: PROJECT,
    env: { ...process.env, ...cache, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function whenHealthy(child: ChildProcess, address: string): Promise<void> {
  while (!(await isHealthy(address))) {
    if (hasExited(child)) throw new Error('The server ended before it was ready: is the app built?');
    await wait(5);
  }
}

const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Systems use higher ports for outgoing connections, which could take the port before the server listens, or while it restarts. */
const [FIRST_PORT, LAST_PORT] = [10_000, 30_000];

/** Returns a random unused loopback port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const finder = createServer();
  finder.listen(port, '127.0.0.1');
  try {
    await once(finder, 'listening');
  } catch {
    return false;
  }
  finder.close();
  await once(finder, 'close');
  return true;
}
