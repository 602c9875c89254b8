/** A second build of the app, which a test serves as the next version. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ownServerTest } from './own-server.ts';
import type { OwnServer } from './own-server.ts';

/** The only change: the address of the menu's last link. */
const NEW_LINK = '/site/changelog/?next';

/** Fixtures: a server, and the folder of the next version, built once for each worker. */
export const nextVersionTest = ownServerTest.extend<object, { readonly nextVersion: string }>({
  nextVersion: [
    // Playwright reads the required fixtures from the parameter pattern: none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, lend) => {
      const folder = mkdtempSync(join(tmpdir(), 'checklist-next-version-'));
      const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'];
      execFileSync(process.execPath, build, { env: { ...process.env, VITE_CHANGELOG_URL: NEW_LINK }, stdio: 'ignore' });
      await lend(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Makes the server serve another version from now on. */
export async function serveVersion(server: OwnServer, folder: string): Promise<void> {
  await server.stop();
  await server.start(folder);
}

/** Whether a page runs the next version; null while it loads. */
export const isNextVersion = (page: Page): Promise<boolean | null> =>
  page
    .evaluate((link) => document.querySelector(`a[href="${link}"]`) !== null, NEW_LINK)
    // The page was navigating.
    .catch(() => null);
