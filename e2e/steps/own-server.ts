/** A separate server process, which can be stopped and started again at the same address. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePort, isHealthy } from '#scripts/free-port.ts';

export type OwnServer = {
  readonly address: string;
  readonly start: (webFolder?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** More settings of the server. */
type OwnSettings = Readonly<Record<string, string>>;

/** Fixtures: a running server. `test.use` can set `ownSettings`. */
export const ownServerTest = test.extend<{ ownSettings: OwnSettings; server: OwnServer }>({
  ownSettings: [{}, { option: true }],
  server: async ({ ownSettings }, lend) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'checklist-own-server-'));
    const server = createOwnServer(await findFreePort(), dataFolder, ownSettings);
    await server.start();
    await lend(server);
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  },
});

/** The build that all browser tests run on. */
const builtWebFolder = (): string => process.env['BROWSER_TEST_WEB'] ?? '';

function createOwnServer(port: number, dataFolder: string, own: OwnSettings): OwnServer {
  // Use the name, because passkeys require a domain.
  const address = `http://localhost:${port}`;
  let running: ChildProcess | null = null;
  return {
    address,
    async start(webFolder = builtWebFolder()) {
      const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataFolder, WEB_DIR: webFolder };
      const settings = { ...place, PUBLIC_URL: address, RATE_LIMITS: 'off', ...own };
      running = spawn(process.execPath, ['server/main.ts'], { env: { ...process.env, ...settings }, stdio: 'ignore' });
      await expect.poll(() => isHealthy(address), { timeout: 20_000 }).toBe(true);
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
