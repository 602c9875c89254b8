/** Tools may import what they measure. */
import { expect, test } from '@playwright/test';
import { isReachable } from '#device/connectivity.ts';

test('the shop is reachable', async ({ page }) => {
  await page.goto('/');
  expect(await isReachable(page.url())).toBe(true);
});
