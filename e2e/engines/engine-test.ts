/** Fixtures of the journeys: an engine, a server that journeys can stop, and devices. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { InstalledEngine } from '#scripts/engines.ts';
import { createServerProcess, type ServerProcess } from '#test/servers/server-process.ts';
import type { Device, Engine } from './engine.ts';
import { startFirefoxEngine } from './firefox-engine.ts';
import { PATIENCE } from './steps.ts';
import { startWebkitEngine } from './webkit-engine.ts';

/** Options of a project in playwright.config.ts. */
export type EngineOptions = { readonly installed: InstalledEngine };

type Shared = EngineOptions & {
  readonly downloads: string;
  readonly engine: Engine;
  readonly ownServer: ServerProcess;
};

type Fixtures = {
  /** The server runs when a journey begins. */
  readonly server: ServerProcess;
  readonly openDevice: () => Promise<Device>;
  readonly device: Device;
  /** Waits until the page has saved a JSON file whose name matches, and returns its content. */
  readonly readDownload: (name: RegExp) => Promise<unknown>;
};

/** A page may move under a press while it loads, and a busy machine loads slowly. A page that always moves does so under the fingers of shoppers, too (product L6 and L14). */
const MOST_MISSES = 10;

export const engineTest = test.extend<Fixtures, Shared>({
  installed: [
    { name: 'firefox', program: '' },
    { option: true, scope: 'worker' },
  ],
  downloads: [
    // Playwright reads the required fixtures from the parameter pattern; here there are none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, lend) => {
      const folder = await mkdtemp(join(tmpdir(), 'checklist-downloads-'));
      await lend(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ installed: { name, program }, downloads }, lend) => {
      const start = name === 'webkit' ? startWebkitEngine : startFirefoxEngine;
      const engine = await start(program, downloads);
      await lend(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  ownServer: [
    // No required fixtures here, either.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, lend) => {
      // Passkeys require a domain.
      const server = await createServerProcess({ WEB_DIR: process.env['BROWSER_TEST_WEB'] ?? '' }, 'localhost');
      await lend(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ ownServer }, lend) => {
    if (!ownServer.isRunning()) await ownServer.start();
    await lend(ownServer);
  },
  openDevice: async ({ engine }, lend) => {
    const devices: Device[] = [];
    await lend(async () => {
      const device = { ...(await engine.openDevice()), missed: [] };
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map((device) => device.close()));
    const missed = devices.flatMap((device) => device.missed);
    expect(missed.length, `presses under which the page moved: ${missed.join(', ')}`).toBeLessThanOrEqual(MOST_MISSES);
  },
  device: async ({ openDevice }, lend) => lend(await openDevice()),
  readDownload: async ({ downloads }, lend) => {
    await lend(async (name) => {
      let content: unknown;
      await expect(async () => {
        const file = (await readdir(downloads)).find((found) => name.test(found));
        // Fails until the file is complete.
        content = JSON.parse(await readFile(join(downloads, file ?? 'missing'), 'utf8'));
      }).toPass(PATIENCE);
      return content;
    });
  },
});
