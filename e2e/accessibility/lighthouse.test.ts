/** Lighthouse scores 100 for accessibility and best practices. axe, which it uses, looks at all other screens (accessible.test.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { ownBrowserTest as test } from '#e2e/fixtures/own-browser.ts';

/** Lighthouse loads each page itself; tracing would interfere. */
test.use({ trace: 'off' });

test('[D4] Lighthouse finds no faults on the sign-in screen', async ({ startBrowser, profile, baseURL }) => {
  const own = await startBrowser('--remote-debugging-port=0');
  const port = await readPort(profile);
  await own.page.goto('about:blank');
  const result = await lighthouse(`${baseURL}/`, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['accessibility', 'best-practices'],
  });
  const failed = Object.values(result?.lhr.audits ?? {})
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, score }) => `${id} ${score}`);
  expect(failed).toEqual([]);
  const scores = Object.entries(result?.lhr.categories ?? {}).map(([id, { score }]) => [id, score]);
  expect(Object.fromEntries(scores)).toEqual({ accessibility: 1, 'best-practices': 1 });
  // Lighthouse saw the right screen, with its two fields.
  expect(result?.artifacts.Inputs.inputs.length).toBe(2);
});

/** The port for debugging, which the browser writes into a file when it has chosen one. */
async function readPort(profile: string): Promise<number> {
  let port = 0;
  await expect(() => {
    port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    expect(port).toBeGreaterThan(0);
  }).toPass();
  return port;
}
