/** How the browser tests run: the real build on the real server, on a phone and on a desktop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.ts';

/** Settings of the run: a different port and build allow two runs at the same time. */
const port = process.env['BROWSER_TEST_PORT'] ?? '3117';
const webFolder = process.env['BROWSER_TEST_WEB'] ?? '';
const address = `http://127.0.0.1:${port}`;
const chromium = findChromium(process.env);

const SEEN_HINT = { name: 'checklist.preferences', value: '{"hasSeenItemHint":true}' };

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: address,
    // The hint about an item's menu lies over the end of the list; it has a test that begins without this.
    storageState: { cookies: [], origins: [{ origin: address, localStorage: [SEEN_HINT] }] },
    serviceWorkers: 'allow',
    // Recording takes a fifth of the time. Set BROWSER_TEST_TRACE=on to find the cause of a failure.
    trace: process.env['BROWSER_TEST_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    video: 'off',
    launchOptions: {
      // Without a Chromium of the system, Playwright looks for its own.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    // The disk, tabs, the service worker, the manifest, sync, sharing, Shop mode and messages behave the same on every screen, and the tests
    // of layouts set their own sizes, so these tests run once. Lighthouse sets its own size too.
    {
      name: 'phone',
      testIgnore: /\/lighthouse\.test\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore:
        /\/(?:durable|tabs|offline|size|shape-installed|shape-narrow|shape-text|shape-widths|sync|account|toasts|replacing|sign-in-errors|sign-in-cut-off|undo|suggestions|editing|saved-lists|shop-mode|many-lines|amounts|lists|people|sharing|both-offline|confirmed-join|deleted-owner)[-\w]*\.test\.ts$/,
      // Installing the service worker takes a tenth of the time, so only the test files that need it allow it.
      use: { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' },
    },
  ],
  webServer: {
    command: 'node server/main.ts',
    url: `${address}/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
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
