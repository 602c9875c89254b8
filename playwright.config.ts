/** How the browser tests run: the real build on the real server, on a phone and on a desktop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './e2e/engines/engine-test.ts';
import { CHROMIUM_FLAGS, findTestBrowser } from './scripts/chromium.ts';
import { findEngines } from './scripts/engines.ts';
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts';

keepTemporaryFilesInMemory(process.env);

/** Settings of the run: a different port and build allow two runs at the same time. */
const port = process.env['BROWSER_TEST_PORT'] ?? '3117';
const webFolder = process.env['BROWSER_TEST_WEB'] ?? '';
const address = `http://127.0.0.1:${port}`;
const chromium = findTestBrowser(process.env);

const SEEN_HINT = { name: 'checklist.preferences', value: '{"hasSeenItemHint":true}' };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The folders whose tests need the service worker, as an installed app has it. */
const INSTALLED = /\/e2e\/(?:lists|offline|storage|sync)\//;

/** The journeys, which run in each engine of this computer. */
const JOURNEYS = /\/e2e\/engines\/[^/]+\.test\.ts$/;

export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  // A wait ends as soon as its condition holds, so these limits cost nothing; a busy machine needs them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The headless shell waits much of the time: three workers keep two processors busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: address,
    // The hint about an item's menu lies over the end of the list; it has a test that begins without this.
    storageState: { cookies: [], origins: [{ origin: address, localStorage: [SEEN_HINT] }] },
    // Installing it takes a quarter of the time of a test, so only the test files that need it allow it.
    serviceWorkers: 'block',
    // Recording takes a fifth of the time. Set BROWSER_TEST_TRACE=on to find the cause of a failure.
    trace: process.env['BROWSER_TEST_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    video: 'off',
    // A press on something that still moves can miss it (decision 88). The journeys have motion, as devices do.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without a Chromium of the system, Playwright looks for its own.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    // They take longest, so they begin first.
    ...findEngines(process.env).map((installed) => ({
      name: `engine-${installed.name}`,
      testMatch: JOURNEYS,
      use: { installed },
      // One worker starts the browser and its server once for all files.
      workers: 1,
      // A journey with two browsers of WebKitGTK takes a minute on a very busy machine.
      timeout: 300_000,
    })),
    // Lighthouse sets its own size, and needs no second run.
    { name: 'phone', testIgnore: [/\/lighthouse\.test\.ts$/, INSTALLED, JOURNEYS], use: PHONE },
    { name: 'installed', testMatch: INSTALLED, use: { ...PHONE, serviceWorkers: 'allow' } },
    // The list on a wide screen with a mouse, Lighthouse, and printing. Component tests cover all other differences.
    {
      name: 'desktop',
      testMatch: /\/(?:accessible-list|lighthouse|paper)\.test\.ts$/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: 'node server/main.ts',
    url: `${address}/health`,
    reuseExistingServer: false,
    // The first start makes a database.
    timeout: 240_000,
    // Longer than the server's own limit of ten seconds. If the server were killed, its Postgres would run on in a folder that is removed.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: { HOST: '127.0.0.1', PORT: port, DATA_DIR: findDataFolder(), WEB_DIR: webFolder, RATE_LIMITS: 'off' },
  },
});

/** One new folder for each run: the workers read this file again, and find the first reading's folder in the environment. */
function findDataFolder(): string {
  const known = process.env['CHECKLIST_BROWSER_TEST_DATA'];
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'checklist-browser-tests-'));
  process.env['CHECKLIST_BROWSER_TEST_DATA'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
