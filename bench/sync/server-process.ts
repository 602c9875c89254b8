/** The real server as a process, to be stopped, killed and started again at the same address. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, isThere } from '#scripts/free-port.ts';
import { moment } from './moment.ts';

export type ServerProcess = {
  readonly address: string;
  /** Resolves once it answers, with the milliseconds that took; fails when it ends instead. */
  readonly start: () => Promise<number>;
  /** In an orderly way. */
  readonly stop: () => Promise<void>;
  /** As a power cut would. */
  readonly kill: () => Promise<void>;
  /** Whether it ended though nobody asked it to. */
  readonly hasFallen: () => boolean;
  /** Resident memory in megabytes, without Postgres. */
  readonly memory: () => Promise<number>;
};

/**
 * A server that does not run yet.
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
      const begun = moment();
      const env = { ...process.env, ...CACHE, HOST: '127.0.0.1', RATE_LIMITS: 'off', ...settings, PORT: String(port) };
      const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      running = child;
      while (!(await isThere(address))) {
        if (child.exitCode !== null) throw new Error('The server ended before it was ready.');
        await new Promise((resolve) => void setTimeout(resolve, 5));
      }
      return moment() - begun;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    hasFallen: () => running !== null && (running.exitCode !== null || running.signalCode !== null),
    async memory() {
      const status = await readFile(`/proc/${running?.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
    },
  };
}

/** As scripts/start.js starts it. */
const FLAGS = ['--max-semi-space-size=8'];
const CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)) };
