/** The app's server as a process of the test's own, to be stopped and started again at the same address. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePort, isThere } from '#scripts/free-port.ts';

export type OwnServer = {
  readonly address: string;
  readonly start: (webFolder?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A test with a server that runs when it begins. */
export const ownServerTest = test.extend<{ server: OwnServer }>({
  // Playwright reads from the pattern which fixtures this one needs: none.
  // oxlint-disable-next-line eslint/no-empty-pattern
  server: async ({}, lend) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'checklist-own-server-'));
    const server = createOwnServer(await findFreePort(), dataFolder);
    await server.start();
    await lend(server);
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  },
});

/** The build that all browser tests run on. */
const builtWebFolder = (): string => process.env['BROWSER_TEST_WEB'] ?? '';

function createOwnServer(port: number, dataFolder: string): OwnServer {
  const address = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;
  return {
    address,
    async start(webFolder = builtWebFolder()) {
      const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataFolder, WEB_DIR: webFolder };
      running = spawn(process.execPath, ['server/main.ts'], { env: { ...process.env, ...settings }, stdio: 'ignore' });
      await expect.poll(() => isThere(address), { timeout: 20_000 }).toBe(true);
    },
    async stop() {
      if (running === null) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      running = null;
      await ended;
    },
  };
}
