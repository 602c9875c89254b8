/** The real server on a free port, for as long as a benchmark runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export type AppServer = { readonly address: string; readonly stop: () => Promise<void> };

/** Starts `server/main.ts` over the built app; throws when it does not say where it is. */
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
      // Its database ends with it; before that the folder cannot go.
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address is the first thing it says; the rest is read and dropped, so that it never waits for a reader. */
const readAddress = (output: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      const address = /http:\/\/\S+/u.exec(chunk.toString())?.[0];
      if (address !== undefined) resolve(address);
    });
    output.on('end', () => reject(new Error('The server ended before it was ready: is the app built?')));
  });
