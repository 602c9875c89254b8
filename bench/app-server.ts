/** Starts the real server on a free port for a benchmark. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export type AppServer = { readonly address: string; readonly stop: () => Promise<void> };

/** Starts `server/main.ts` with the built app. Rejects if the server exits before it prints its address. */
export async function createServer(): Promise<AppServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'checklist-bench-'));
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    address: await readAddress(child.stdout),
    async stop() {
      child.kill('SIGTERM');
      // The server stops its database before it exits; until then, the folder is in use.
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the address from the first output. The rest is read and discarded, so that the pipe never fills up. */
const readAddress = (output: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      const address = /http:\/\/\S+/u.exec(chunk.toString())?.[0];
      if (address !== undefined) resolve(address);
    });
    output.on('end', () => reject(new Error('The server ended before it was ready: is the app built?')));
  });
