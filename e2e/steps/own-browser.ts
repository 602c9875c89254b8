/** A separate browser with a profile on disk, which can be closed, killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

export type OwnBrowser = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Closes the browser normally. */
  readonly close: () => Promise<void>;
  /** Kills the browser as a crash or an empty battery would, without any event. */
  readonly kill: () => Promise<void>;
};

type Fixtures = {
  readonly profile: string;
  /** Starts the browser with the profile, one at a time. @param args more arguments for Chromium */
  readonly startBrowser: (...args: readonly string[]) => Promise<OwnBrowser>;
};

/** Fixtures: a profile folder and a function that starts a browser with it. */
export const ownBrowserTest = test.extend<Fixtures>({
  // Playwright reads the required fixtures from the parameter pattern: none.
  // oxlint-disable-next-line eslint/no-empty-pattern
  profile: async ({}, lend) => {
    const folder = mkdtempSync(join(tmpdir(), 'checklist-profile-'));
    await lend(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  startBrowser: async ({ profile, launchOptions, contextOptions, baseURL, viewport, hasTouch, isMobile }, lend) => {
    const started: OwnBrowser[] = [];
    const options = { ...contextOptions, ...(baseURL !== undefined && { baseURL }), viewport, hasTouch, isMobile };
    await lend(async (...more) => {
      const args = [...(launchOptions.args ?? []), ...more];
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...options, args });
      const own = await describeBrowser(context);
      started.push(own);
      return own;
    });
    for (const own of started) await own.close();
  },
});

async function describeBrowser(context: BrowserContext): Promise<OwnBrowser> {
  const processId = await findProcess(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    close: () => context.close(),
    async kill() {
      const closing = context.waitForEvent('close');
      process.kill(processId, 'SIGKILL');
      await closing;
    },
  };
}

/** The id of the browser's main process. */
async function findProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const id = processInfo.find(({ type }) => type === 'browser')?.id;
  if (id === undefined) throw new Error('The browser does not tell its process.');
  return id;
}
