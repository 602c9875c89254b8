/** The real server as a child process that can be stopped, killed and restarted at the same address. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, isHealthy } from '#scripts/free-port.ts';
import { monotonicNow } from './monotonic-now.ts';

export type ServerProcess = {
  readonly address: string;
  /** Resolves with the milliseconds until the server answers. Rejects if it exits first. */
  readonly start: () => Promise<number>;
  /** Shuts down gracefully. */
  readonly stop: () => Promise<void>;
  /** Kills the process, as a power failure would. */
  readonly kill: () => Promise<void>;
  /** Whether the server exited without `stop` or `kill`. */
  readonly hasCrashed: () => boolean;
  /** Resident memory in megabytes, without Postgres. */
  readonly memory: () => Promise<number>;
};

/**
 * Prepares a server without starting it.
 * @param settings the server's environment variables besides its port
 */
export async function createServerProcess(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    address,
    async start() {
      const begun = monotonicNow();
      const env = { ...process.env, ...CACHE, HOST: '127.0.0.1', RATE_LIMITS: 'off', ...settings, PORT: String(port) };
      const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      running = child;
      while (!(await isHealthy(address))) {
        if (child.exitCode !== null) throw new Error('The server ended before it was ready.');
        await new Promise((resolve) => void setTimeout(resolve, 5));
      }
      return monotonicNow() - begun;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    hasCrashed: () => running !== null && (running.exitCode !== null || running.signalCode !== null),
    async memory() {
      const status = await readFile(`/proc/${running?.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
    },
  };
}

/** The flags that scripts/start.js uses. */
const FLAGS = ['--max-semi-space-size=8'];
const CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)) };
