/** How tests without a server's page run: most of them in Node, beside the code they prove, and those of components in Chromium. */
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findTestBrowser } from './scripts/chromium.ts';
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.ts';
import { hasPostgrest } from './test/postgrest/program.ts';

const components = 'web/**/*.component.test.tsx';
const SETUP = ['test/doubles/busy-machine.ts', 'test/doubles/same-seed.ts'];
const EXCLUDED = ['**/node_modules/**', '**/dist/**'];

/** The tests of sync and sharing from the device's side. */
const THROUGH_POSTGREST = [
  'test/backend/real-backend.test.ts',
  'test/account/real-sharing.test.ts',
  'test/account/real-account.test.ts',
  'test/fields/round-trip.test.ts',
];

const chromium = findTestBrowser(process.env);
keepTemporaryFilesInMemory(process.env);

export default defineConfig({
  test: {
    // Vitest would leave one processor to itself, and take twice as long on a small machine; many tests wait for programs that start.
    maxWorkers: availableParallelism() + 1,
    // A busy machine may need this long for steps that take a moment elsewhere.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    setupFiles: 'test/doubles/busy-machine.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['{core,client,device,languages,web,site}/**/*.test.{ts,tsx}'],
          exclude: [...EXCLUDED, components],
          setupFiles: [...SETUP, 'test/doubles/leave-nothing.ts'],
          // These tests leave nothing behind, so the files of a worker share their modules: loading them for each file takes as long as the tests.
          isolate: false,
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{server,scripts,bench,test}/**/*.test.ts'],
          exclude: [...EXCLUDED, 'test/postgrest/**'],
          setupFiles: SETUP,
          globalSetup: 'test/postgres/global-setup.ts',
          provide: { rest: 'bundled' },
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          // The real PostgREST: it judges the bundled REST API, and the app's own calls run through it.
          name: 'postgrest',
          include: hasPostgrest ? ['test/postgrest/**/*.test.ts', ...THROUGH_POSTGREST] : [],
          exclude: EXCLUDED,
          setupFiles: SETUP,
          environment: 'node',
          globalSetup: 'test/postgres/global-setup.ts',
          provide: { rest: 'postgrest' },
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        plugins: [react({ compiler: { compilationMode: 'annotation' } })],
        // If they were found only while tests run, the page would reload during a first run.
        optimizeDeps: { include: ['idb', 'valibot', 'uqr'] },
        test: {
          name: 'components',
          include: [components],
          isolate: false,
          // All tests of a worker share one page.
          restoreMocks: true,
          // Steps wait for their expectations until their test ends.
          testTimeout: 240_000,
          browser: {
            enabled: true,
            headless: true,
            // The first start on a slow computer prepares the packages for the browser.
            connectTimeout: 300_000,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(chromium !== undefined && { executablePath: chromium }), args: CHROMIUM_FLAGS },
              // Large enough for every test's frame: a smaller window would shrink it.
              contextOptions: { hasTouch: true, viewport: { width: 1700, height: 1000 } },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
    ],
  },
});
