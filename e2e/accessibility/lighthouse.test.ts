/** Lighthouse scores 100 for accessibility and best practices, signed out and on the list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { ownBrowserTest as test } from '#e2e/fixtures/own-browser.ts';

/** Lighthouse loads each page itself; tracing would interfere. */
test.use({ trace: 'off' });

for (const [who, inputs] of [
  ['signed out', 2],
  ['on the list', 132],
] as const) {
  test(`[D4] Lighthouse finds no faults: ${who}`, async ({ startBrowser, profile, baseURL }) => {
    const address = `${baseURL}/`;
    const own = await startBrowser('--remote-debugging-port=0');
    const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    if (who === 'on the list') {
      await enterDemo(own.page);
      await expect(itemBox(own.page, 'Milk')).toBeAttached();
    }
    await own.page.goto('about:blank');
    const result = await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'error',
      // The user stays signed in.
      disableStorageReset: true,
      onlyCategories: ['accessibility', 'best-practices'],
    });
    const failed = Object.values(result?.lhr.audits ?? {})
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, score }) => `${id} ${score}`);
    expect(failed).toEqual([]);
    const scores = Object.entries(result?.lhr.categories ?? {}).map(([id, { score }]) => [id, score]);
    expect(Object.fromEntries(scores)).toEqual({ accessibility: 1, 'best-practices': 1 });
    // Lighthouse saw the right screen: two sign-in fields, or a box for each item, the add field and its category.
    expect(result?.artifacts.Inputs.inputs.length).toBe(inputs);
  });
}
